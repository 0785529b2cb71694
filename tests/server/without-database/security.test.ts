import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/**
 * Returns the numbers of the security checks. Test names contain them, such as `(checks 13, 18)`.
 */
function testedChecks() {
  const files = readdirSync(join(ROOT, 'tests'), { recursive: true, encoding: 'utf8' })
  const sources = files.filter((file) => /\.(test|spec)\.tsx?$/.test(file))
  return sources.flatMap((file) =>
    [...read(join('tests', file)).matchAll(/ \(checks? ([\d, ]+)\)['"`],/g)].flatMap(
      ([, numbers = '']) => numbers.split(', ').map(Number),
    ),
  )
}

test('every check of docs/security.md has a test with its number', () => {
  const checks = [...read('docs/security.md').matchAll(/^(\d+)\. /gm)].map(([, text]) =>
    Number(text),
  )
  expect(checks).toEqual(Array.from({ length: 60 }, (_, index) => index + 1))
  expect([...new Set(testedChecks())].sort((a, b) => a - b)).toEqual(checks)
})
