import { fileURLToPath } from 'node:url'
import {
  isFunctionDeclaration,
  isIdentifier,
  isJsxAttribute,
  isJsxElement,
  isJsxExpression,
  isJsxFragment,
  isJsxOpeningElement,
  isJsxSelfClosingElement,
  isJsxText,
  isPropertyAccessExpression,
  type JsxElement,
  type JsxFragment,
  type JsxOpeningElement,
  type JsxSelfClosingElement,
  type Node,
  type SourceFile,
} from 'typescript/unstable/ast'
import {
  API,
  type Checker,
  type Type,
  TypeFlags,
  type TypeReference,
} from 'typescript/unstable/sync'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const CLIENT = `${ROOT}src/client/`
const TEXT = TypeFlags.StringLike | TypeFlags.NumberLike | TypeFlags.BigIntLike
const NOTHING = TypeFlags.Null | TypeFlags.Undefined | TypeFlags.Void | TypeFlags.BooleanLike

/** Elements that hold text, so that a `ReactNode` inside them is probably a text. */
const HOLDS_TEXT = /^(a|b|button|dd|dt|em|figcaption|h[1-6]|label|legend|p|span|strong|summary)$/

/** A place in the source: `ui/alert.tsx:17 <p>`. */
type Fault = string

/** A file that is checked instead of the one on the disk. `file` begins below `src/client`. */
interface Sample {
  file: string
  text: string
}

/**
 * Finds texts that break in a page that the browser translates. The browser replaces each text node
 * with elements of its own. React still holds the removed text node. To remove this text node, or
 * to insert an element before it, React calls the DOM with a node that is no longer there. The DOM
 * throws an error, and the page is lost. To change the text, React writes into the removed node,
 * and the page shows the old text.
 *
 * A text that is the only child of its element is safe, because React then sets the content of the
 * element. So the rule is: a text that changes, or that stands beside anything that may change, is
 * the only child of an element. Blank text does not count, because
 * translators leave it.
 */
export function findUnsafeTexts(sample?: Sample) {
  return inspectClient(sample, ({ node, file, checker, report }) => {
    if (isFunctionDeclaration(node) && /^[A-Z]/.test(node.name?.text ?? '')) {
      const signature = checker.getSignatureFromDeclaration(node)
      const result = signature && checker.getReturnTypeOfSignature(signature)
      const content = readType(checker, result)
      if (content.isText && !content.isNode) report(node, `function ${node.name?.text}`)
    }
    if (!isJsxElement(node) && !isJsxFragment(node)) return
    const tag = isJsxElement(node) ? node.openingElement.tagName.getText(file) : undefined
    if (isUnsafe(tag, readChildren(node, file, checker))) report(node, `<${tag ?? ''}>`)
  })
}

/** Finds elements in Japanese that a translator would change. */
export function findTranslatedJapanese() {
  return inspectClient(undefined, ({ node, file, report }) => {
    if (!isJsxOpeningElement(node) && !isJsxSelfClosingElement(node)) return
    const attributes = node.attributes.properties.filter(isJsxAttribute)
    const has = (name: string) => attributes.some((one) => one.name.getText(file) === name)
    const tag = node.tagName.getText(file)
    const value = attributes.find((one) => one.name.getText(file) === 'lang')?.initializer
    if (!value || value.getText(file) === '"en"' || has('translate') || has('value')) return
    report(node, `<${tag}>`)
  })
}

interface Visit {
  node: Node
  file: SourceFile
  checker: Checker
  report: (node: Node, parent: string) => void
}

function inspectClient(sample: Sample | undefined, inspect: (visit: Visit) => void) {
  const samplePath = sample && `${CLIENT}${sample.file}`
  const compiler = new API({
    cwd: ROOT,
    fs: sample && { readFile: (path) => (path === samplePath ? sample.text : undefined) },
  })
  try {
    const project = compiler
      .updateSnapshot({ openProjects: [`${CLIENT}tsconfig.json`] })
      .getProject(`${CLIENT}tsconfig.json`)
    if (!project) throw new Error('The TypeScript project of the client did not open')
    const { checker, program } = project
    const paths = samplePath ? [samplePath] : program.getSourceFileNames()
    const faults: Fault[] = []
    for (const path of paths) {
      if (!path.startsWith(CLIENT) || !path.endsWith('.tsx')) continue
      const file = program.getSourceFile(path)
      if (!file) throw new Error(`${path} has no source`)
      const report = (node: Node, parent: string) => {
        const line = file.text.slice(0, node.getStart(file)).split('\n').length
        faults.push(`${path.slice(CLIENT.length)}:${line} ${parent}`)
      }
      const visit = (node: Node): void => {
        inspect({ node, file, checker, report })
        node.forEachChild(visit)
      }
      visit(file)
    }
    return faults
  } finally {
    compiler.close()
  }
}

/** What a child of an element can be, according to its type. */
interface Content {
  /** Whether it can be a string or a number. */
  isText: boolean
  /** Whether it is the same in every render. */
  isFixed: boolean
  /** Whether its type is `ReactNode`, which allows anything. */
  isNode: boolean
}

const ELEMENT: Content = { isText: false, isFixed: true, isNode: false }
const FIXED_TEXT: Content = { isText: true, isFixed: true, isNode: false }

function isUnsafe(tag: string | undefined, children: Content[]) {
  // The text of a fragment stands beside the siblings of the fragment.
  if (tag === undefined) return children.some(({ isText, isNode }) => isText && !isNode)
  if (children.length < 2) return false
  const isChangingText = ({ isText, isFixed, isNode }: Content) =>
    isText && !isFixed && (!isNode || HOLDS_TEXT.test(tag))
  return (
    children.some(isChangingText) ||
    (children.some(({ isText, isNode }) => isText && !isNode) &&
      children.some(({ isFixed }) => !isFixed))
  )
}

function readChildren({ children }: JsxElement | JsxFragment, file: SourceFile, checker: Checker) {
  return children.flatMap((child): Content | [] => {
    if (isJsxText(child)) return child.text.trim() === '' ? [] : FIXED_TEXT
    if (isJsxElement(child)) return readElement(child.openingElement, file, checker)
    if (isJsxSelfClosingElement(child)) return readElement(child, file, checker)
    if (!isJsxExpression(child)) return ELEMENT
    if (!child.expression || child.expression.getText(file) === "' '") return []
    const content = readType(checker, checker.getTypeAtLocation(child.expression))
    const isTitle = isIdentifier(child.expression) || isPropertyAccessExpression(child.expression)
    // Only a slot such as `{children}` can be any text. A call that returns a `ReactNode` renders.
    return content.isNode && !isTitle ? { ...content, isText: false } : content
  })
}

function readElement(
  element: JsxOpeningElement | JsxSelfClosingElement,
  file: SourceFile,
  checker: Checker,
): Content {
  if (/^[a-z]+\d?$/.test(element.tagName.getText(file))) return ELEMENT
  const signature = checker.getResolvedSignature(element)
  const content = readType(checker, signature && checker.getReturnTypeOfSignature(signature))
  // A component of a library renders elements.
  return content.isNode ? ELEMENT : content
}

function readType(checker: Checker, type: Type | undefined): Content {
  if (!type) throw new Error('The type of a child is unknown')
  if (type.isUnionType()) {
    const parts = type.getTypes().map((part) => readType(checker, part))
    return {
      isText: parts.some(({ isText }) => isText),
      isFixed: parts.length === 1 && parts.every(({ isFixed }) => isFixed),
      isNode: parts.some(({ isNode }) => isNode),
    }
  }
  if (checker.isArrayType(type)) {
    const [item] = checker.getTypeArguments(type as TypeReference)
    return { ...readType(checker, item), isFixed: false }
  }
  // The type of `children && <p>` contains the empty values `''`, `0` and `0n`.
  if (type.isLiteralType() && !type.isBooleanLiteralType()) {
    return { ...FIXED_TEXT, isText: !/^(""|0n?)$/.test(checker.typeToString(type)) }
  }
  if (type.flags & TEXT) return { ...FIXED_TEXT, isFixed: false }
  if (type.flags & NOTHING) return { ...ELEMENT, isFixed: false }
  const isNode = /^(Iterable|Promise|ReactPortal)/.test(checker.typeToString(type))
  return { isText: false, isFixed: !isNode, isNode }
}
