import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

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

test('the licence and the way to report a vulnerability are written down', () => {
  expect(read('LICENSE')).toContain(JSON.parse(read('package.json')).license)
  expect(read('SECURITY.md')).toContain('/.well-known/security.txt')
})

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
