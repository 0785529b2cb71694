import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { LISTING_FIELDS } from '#contract/mapping.ts'

const ROOT = join(import.meta.dirname, '../../..')

test('every link between documents leads to a file, and to a heading of it', () => {
  const documents = [
    'README.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    'CHANGELOG.md',
    ...markdownIn('docs'),
    ...markdownIn('tests'),
  ]
  expect(documents.length).toBeGreaterThan(20)
  expect(documents.flatMap(brokenLinks)).toEqual([])
})

test('the README fits on a few screens', () => {
  expect(statSync(join(ROOT, 'README.md')).size).toBeLessThanOrEqual(8000)
})

test('the newest version in the changelog is that of the package, and has a date', () => {
  const { version } = JSON.parse(read('package.json'))
  const [, newest, day] = read('CHANGELOG.md').match(/^## \[(.+)\] - (\d{4}-\d\d-\d\d)$/m) ?? []
  expect(newest).toBe(version)
  expect(Number.isNaN(Date.parse(day ?? ''))).toBe(false)
})

test('docs/import.md names every field that a mapping can have', () => {
  const text = read('docs/import.md')
  expect(LISTING_FIELDS.filter((field) => !text.includes(`\`${field}\``))).toEqual([])
})

test('the licence and the way to report a vulnerability are written down', () => {
  expect(read('LICENSE')).toContain(JSON.parse(read('package.json')).license)
  expect(read('SECURITY.md')).toContain('/.well-known/security.txt')
})

test('docs/decisions has at most eighty decisions, and the index lists each of them', () => {
  const listed = [...read('docs/decisions/README.md').matchAll(/^- (\d+): \[(.+)\]\(/gm)]
  expect(listed.map(([, number, title]) => `${number}. ${title}`)).toEqual(
    decisions()
      .sort((a, b) => a.number - b.number)
      .map(({ number, title }) => `${number}. ${title}`),
  )
  expect(listed.length).toBeLessThanOrEqual(80)
})

test('every decision has a status with its day', () => {
  const status =
    /^\*\*Status:\*\* (accepted|superseded by \d+),? \d{4}-\d\d-\d\d(, changed \d{4}-\d\d-\d\d)?$/m
  expect(decisions().filter(({ text }) => !status.test(text))).toEqual([])
})

test('every decision that code, a test or a document names exists', () => {
  const numbers = new Set(decisions().map(({ number }) => number))
  const named = filesIn(['src', 'tests', 'docs', '.']).flatMap((file) => {
    const inBrackets = file.startsWith('docs/decisions/') ? /\((\d+)\)/g : /\[(\d+)\]\(decisions\//g
    const references = [
      ...read(file).matchAll(/\b[Dd]ecisions? (\d+(?:(?:, | and )\d+)*)/g),
      ...read(file).matchAll(inBrackets),
    ]
    return references.flatMap(([, list = '']) =>
      (list.match(/\d+/g) ?? []).map((number) => ({ file, number: Number(number) })),
    )
  })
  expect(named.length).toBeGreaterThan(30)
  expect(named.filter(({ number }) => !numbers.has(number))).toEqual([])
})

/** All decisions, with their texts. */
function decisions() {
  return markdownIn('docs/decisions').flatMap((file) =>
    read(file)
      .split(/^(?=## )/m)
      .flatMap((text) => {
        const [, number, title] = text.match(/^## (\d+)\. (.+)$/m) ?? []
        return number === undefined ? [] : [{ number: Number(number), title, text }]
      }),
  )
}

/** The files of text in these folders and their subfolders. For the root, only its own files. */
function filesIn(folders: string[]) {
  return folders
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: folder !== '.', encoding: 'utf8' }).map((path) =>
        join(folder, path),
      ),
    )
    .filter((path) => /\.(tsx?|mjs|css|md|html)$/.test(path) && !path.includes('node_modules'))
}

function markdownIn(folder: string) {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => join(folder, path))
}

function brokenLinks(document: string) {
  const links = [...read(document).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)]
  return links.flatMap(([, link = '']) => {
    const [path = '', heading] = link.split('#')
    const target = path === '' ? document : join(dirname(document), path)
    const isThere = statSync(join(ROOT, target), { throwIfNoEntry: false }) !== undefined
    const isRight = isThere && (heading === undefined || anchorsOf(target).includes(heading))
    return isRight ? [] : [`${document}: ${link}`]
  })
}

/** The anchors of the headings, in the way that GitHub makes them. */
function anchorsOf(document: string) {
  return [...read(document).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_\- ]/gu, '')
      .replaceAll(' ', '-'),
  )
}

function read(path: string) {
  return readFileSync(join(ROOT, path), 'utf8')
}
