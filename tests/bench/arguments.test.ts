import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testDirectory } from '#tests/support/test-directory.ts'
import { readArguments } from './arguments.ts'
import type { Line } from './measurement.ts'
import { beginRun, writeRun } from './record.ts'

function read(...args: string[]) {
  return readArguments(args, ['sizes', 'start'])
}

test('the benchmark measures all sections by default, or only the named ones', () => {
  expect(read()?.sections).toEqual(['sizes', 'start'])
  expect(read('start')?.sections).toEqual(['start'])
})

test('the benchmark section “load” takes one minute in a full run and ten minutes when it is named; the option --minutes sets another time', () => {
  const minutes = (...args: string[]) => readArguments(args, ['sizes', 'load'])?.minutes
  expect([minutes(), minutes('load'), minutes('load', '--minutes', '0.5')]).toEqual([1, 10, 0.5])
  expect(() => minutes('--minutes', 'some')).toThrow(
    '--minutes some is not a positive number of minutes.',
  )
})

test('the benchmark refuses an unknown section, and lists the known sections', () => {
  expect(() => read('speed')).toThrow(/^There is no section speed. There are: sizes, start.$/)
})

test('the benchmark can compare a run with the results file of an earlier run', () => {
  const file = join(testDirectory(), 'run.json')
  const lines: Line[] = [
    { what: 'First paint', value: 900, unit: 'ms', atMost: 1200, floor: 650, repeats: [900, 910] },
    { what: 'Search on PostgreSQL', skipped: 'PostgreSQL is not installed' },
  ]
  writeRun(file, beginRun()(lines))
  expect(read('--compare', file)?.earlier?.lines).toEqual(lines)
})

test("if the file to compare with is missing or invalid, the benchmark's error names the file", () => {
  const file = join(testDirectory(), 'run.json')
  expect(() => read('--compare', file)).toThrow(`There is no file ${file} to compare with.`)
  for (const content of ['', '{"lines":[]}']) {
    writeFileSync(file, content)
    expect(() => read('--compare', file)).toThrow(`${file} was not written by`)
  }
})

test('if the folder for the results does not exist, the benchmark reports an error before it measures anything', () => {
  const folder = join(testDirectory(), 'runs')
  expect(() => read('--json', join(folder, 'run.json'))).toThrow(`There is no folder ${folder}`)
})

test("the benchmark's option --peer takes the name of another app and the folder of its build", () => {
  const folder = join(testDirectory(), 'dist')
  expect(() => read('--peer', folder)).toThrow('A peer is given as NAME=FOLDER')
  expect(() => read('--peer', `other=${folder}`)).toThrow(`There is no built peer in ${folder}`)
  mkdirSync(folder)
  writeFileSync(join(folder, 'index.html'), '')
  expect(read('--peer', `other=${folder}`)?.peers).toEqual([{ name: 'other', folder }])
})
