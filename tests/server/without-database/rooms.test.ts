import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')
const IMPORT = /(?:from|import\() ?'([^']+)'/g
const { imports }: { imports: Record<string, string> } = JSON.parse(
  readFileSync(join(ROOT, 'package.json'), 'utf8'),
)

test('no two folders of the sources import each other', () => {
  const files = sources()
  expect(files.size).toBeGreaterThan(1000)
  expect(twoWayPairs(files)).toEqual([])
})

test('two folders that import each other are found', () => {
  const planted = new Map([
    ['src/server/favorites/planted.ts', "import { sharing } from '#server/sharing/planted.ts'"],
    ['src/server/sharing/planted.ts', "import { favorites } from '../favorites/planted.ts'"],
    ['src/client/features/house/planted.tsx', "const map = import('#client/features/map/one.ts')"],
    ['src/client/features/map/one.ts', "export * from '#client/features/house/planted.tsx'"],
    ['src/client/ui/chakra/planted.tsx', "import { Alert } from '../alert.tsx'"],
    ['src/client/ui/alert.tsx', "import { Planted } from './chakra/planted.tsx'"],
    ['src/server/payments/mirror/one.ts', "import { pay } from '#server/payments/paying/one.ts'"],
    ['src/server/payments/paying/one.ts', "import { sync } from '#server/payments/mirror/one.ts'"],
    ['src/server/payments/lock.ts', "import { work } from './recurring/one.ts'"],
    ['src/server/payments/recurring/one.ts', "import { lock } from '#server/payments/lock.ts'"],
  ])
  expect(twoWayPairs(planted)).toEqual([
    'src/server/favorites and src/server/sharing',
    'src/client/features/house and src/client/features/map',
    'src/server/payments/mirror and src/server/payments/paying',
    'src/server/payments/ and src/server/payments/recurring',
  ])
})

/** The pairs of folders with imports in both directions. `files` has the texts by their paths. */
function twoWayPairs(files: ReadonlyMap<string, string>) {
  const imported = new Map<string, Set<string>>()
  for (const [path, text] of files) {
    for (const [, specifier = ''] of text.matchAll(IMPORT)) {
      for (const folder of foldersOf(path)) {
        for (const other of foldersOf(resolve(path, specifier))) {
          if (folder === other || `${other}/`.startsWith(`${folder}/`)) continue
          imported.set(folder, (imported.get(folder) ?? new Set()).add(other))
        }
      }
    }
  }
  return [...imported].flatMap(([folder, others]) =>
    [...others]
      .filter((other) => folder < other && imported.get(other)?.has(folder))
      .map((other) => `${folder} and ${other}`),
  )
}

/**
 * The folder of a subject, such as `src/server/places` or `src/client/features/house`, with all its
 * subfolders. For a file of the payments, also its room, such as `src/server/payments/paying`. None
 * for a file above all subjects, such as `src/server/main.ts`.
 */
function foldersOf(path: string) {
  const subject = /^src\/(?:server|client\/features|client(?!\/features))\/[^/]+(?=\/)/
  const room = /^src\/server\/payments\/(?:[^/]+(?=\/)|(?=[^/]+$))/
  return [path.match(subject)?.[0], path.match(room)?.[0]].filter((folder) => folder !== undefined)
}

function resolve(path: string, specifier: string) {
  const [alias, target] =
    Object.entries(imports).find(([alias]) => specifier.startsWith(alias.slice(0, -1))) ?? []
  if (alias && target) return join(target.slice(0, -1), specifier.slice(alias.length - 1))
  return specifier.startsWith('.') ? join(dirname(path), specifier) : ''
}

function sources() {
  const paths = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => join('src', path))
  return new Map(paths.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]))
}
