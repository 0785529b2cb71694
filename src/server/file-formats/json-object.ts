import { readJsonArray } from './json-array.ts'
import { followBrackets, LINE_FEED, SPACE } from './json-brackets.ts'
import { readJsonLines } from './json-lines.ts'
import { isRecord, MAX_RECORD_LENGTH, parseRecord, type RawRecord, type Row } from './row.ts'

/**
 * Names under which services put their lists: `value`, `results`, `elementList`, `features`. A list
 * with another name is found too, if its file has at most `MAX_RECORD_LENGTH` characters.
 */
const LIST_NAME =
  /^(?:values?|results?|items?|records?|rows?|data|features|entries|docs|hits|content|objects|nodes|edges|properties|houses|homes|estates|bukken|akiya|@graph)$|(?:list|listings?|results|records|items|entries|houses|properties|一覧|物件|リスト)$/i
/** Names of a house's own fields. An object with one of them is a house, and not an object around a list. */
const OWN_FIELD = /address|price|layout|所在地|住所|価格|間取/i
/** How deep a list may lie in objects: `{"response": {"data": {"items": […]}}}`. */
const MAX_DEPTH = 4

/** Reads JSON that begins with `[` or `{`: a list, JSON Lines, or objects with a list in them. */
export async function* readJson(
  text: AsyncGenerator<string>,
  { beginning, isAll }: { beginning: string; isAll: boolean },
): AsyncGenerator<Row> {
  if (beginning.trimStart().startsWith('[')) yield* readJsonArray(text)
  else if (isJsonLines(beginning, isAll)) yield* eachUnwrapped(readJsonLines(text))
  else yield* readJsonObjects(text)
}

/**
 * Whether a text is JSON Lines, with one object on each line. In one indented object, the first line
 * is only the beginning of the object. A first line from `{` to `}` that has an error still counts as
 * JSON Lines.
 */
function isJsonLines(beginning: string, isAll: boolean) {
  const [first = '', ...others] = beginning.trimStart().split('\n')
  const isWhole = others.length > 0 || isAll
  if (!isWhole) return false
  return 'record' in parseRecord(first, 1) || /^\{.+\}\s*$/.test(first)
}

/** Reads objects that may span many lines, and the lists in them. */
async function* readJsonObjects(text: AsyncGenerator<string>): AsyncGenerator<Row> {
  let meet = followBrackets()
  let path = followPath()
  let object = ''
  let line = 1
  let firstLine = 1
  for await (const chunk of text) {
    let start = 0
    for (let at = 0; at < chunk.length; at += 1) {
      const code = chunk.charCodeAt(at)
      if (code === LINE_FEED) line += 1
      if (object === '' && start === at && code <= SPACE) {
        start = at + 1
        firstLine = line
        continue
      }
      const depth = path.meet(chunk.charAt(at))
      if (depth !== null) {
        const rest = inTurn(`[${chunk.slice(at)}`, text)
        yield* readJsonArray(rest, { line, depth })
        return
      }
      if (meet(code) !== 'end') continue
      yield* unwrapped(parseRecord(object + chunk.slice(start, at + 1), firstLine))
      object = ''
      start = at + 1
      firstLine = line
      meet = followBrackets()
      path = followPath()
    }
    object += chunk.slice(start)
    if (object.length > MAX_RECORD_LENGTH) {
      yield { line: firstLine, problem: NO_LIST, text: object.slice(0, 100), cutOff: true }
      return
    }
  }
  if (object.trim() !== '') {
    const row = parseRecord(object, firstLine)
    yield 'problem' in row ? { ...row, cutOff: true } : row
  }
}

const NO_LIST =
  'is an object of more than 1,000,000 characters without a list whose name is known. Save the list of houses alone: [{…}, {…}]'

async function* inTurn(first: string, rest: AsyncIterable<string>) {
  yield first
  yield* rest
}

/**
 * Goes through JSON character by character, and finds the list of houses by its name. Where the first
 * house of such a list begins, `meet` returns how many objects are around the list. Otherwise it
 * returns null.
 */
function followPath() {
  /** The objects that are open at the current character, the outermost first. */
  const around: { isHouse: boolean }[] = []
  let inString = false
  let isEscaped = false
  let string = ''
  let name = ''
  /** The number of lists that are open at the current character. */
  let lists = 0
  let isListOpened = false

  return {
    meet(character: string): number | null {
      if (inString) {
        if (isEscaped) isEscaped = false
        else if (character === '\\') isEscaped = true
        else if (character === '"') inString = false
        else if (string.length < 100) string += character
        return null
      }
      if (character.trim() === '') return null
      const wasListOpened = isListOpened
      isListOpened = false
      if (character === '"') {
        inString = true
        string = ''
      } else if (character === ':') {
        name = string
        const innermost = around.at(-1)
        if (innermost && lists === 0 && OWN_FIELD.test(name)) innermost.isHouse = true
      } else if (character === '[') {
        lists += 1
        const isFrame = around.length <= MAX_DEPTH && !around.some(({ isHouse }) => isHouse)
        isListOpened = lists === 1 && isFrame && LIST_NAME.test(name)
      } else if (character === ']') lists -= 1
      else if (character === '{') {
        if (wasListOpened) return around.length
        around.push({ isHouse: false })
      } else if (character === '}') around.pop()
      return null
    },
  }
}

async function* eachUnwrapped(rows: AsyncIterable<Row>): AsyncGenerator<Row> {
  for await (const row of rows) yield* unwrapped(row)
}

/** The records of a list in an object, or the object itself. */
function unwrapped(row: Row): Row[] {
  if ('problem' in row) return [row]
  const list = findList(row.record, MAX_DEPTH)
  if (!list) return [row]
  return list.map((record) => ({ line: row.line, record }))
}

/**
 * The list of objects in an object that is not a house itself: `{"total": 1, "houses": [{…}]}`. The
 * objects may also have their ids as names: `{"A-1": {…}, "A-2": {…}}`.
 */
function findList(object: RawRecord, depth: number): RawRecord[] | null {
  const entries = Object.entries(object)
  if (depth === 0 || entries.some(([name]) => OWN_FIELD.test(name))) return null
  const lists = entries.flatMap(([name, value]) =>
    isListOfRecords(value) ? [{ name, value }] : [],
  )
  const list = lists.find(({ name }) => LIST_NAME.test(name)) ?? (lists.length === 1 && lists[0])
  if (list) return list.value
  for (const [, value] of entries) {
    const inner = isRecord(value) ? findList(value, depth - 1) : null
    if (inner) return inner
  }
  const isKeyed = entries.length > 1 && entries.every(([, value]) => isHouse(value))
  return isKeyed ? entries.map(([id, value]) => ({ id, ...(isRecord(value) ? value : {}) })) : null
}

function isListOfRecords(value: unknown): value is RawRecord[] {
  return Array.isArray(value) && value.length > 0 && value.every(isRecord)
}

function isHouse(value: unknown) {
  return isRecord(value) && Object.keys(value).some((name) => OWN_FIELD.test(name))
}
