import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { getVersion } from '#contract/version.ts'
import { readVersion, recordCommit } from '#server/build/version.ts'
import { startServer } from '#tests/support/server.ts'
import { testDirectory } from '#tests/support/test-directory.ts'

const COMMIT = '5f0c1a3c5c9d2f6a7b8e9d0c1b2a3f4e5d6c7b8a'

let root: string
beforeEach(() => {
  root = projectIn(testDirectory())
})

function projectIn(directory: string) {
  mkdirSync(directory, { recursive: true })
  writeFileSync(join(directory, 'package.json'), JSON.stringify({ version: '1.2.3' }))
  return directory
}

/** Commits everything in the folder. Returns the commit. */
function commit(directory: string) {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: directory, encoding: 'utf8' })
  git('init', '--quiet')
  git('add', '.')
  const author = ['-c', 'user.name=Ana', '-c', 'user.email=ana@example.com']
  git(...author, 'commit', '--quiet', '--message', 'Begin')
  return git('rev-parse', 'HEAD').trim()
}

test('everybody can read the version and the commit of the server', async () => {
  const server = await startServer({ version: { version: '1.2.3', commit: COMMIT } })
  const { status, body } = await server.call(null, getVersion, {})
  expect([status, body]).toEqual([200, { version: '1.2.3', commit: COMMIT }])
})

test('a build records the commit of its repository', () => {
  const head = commit(root)
  recordCommit(root, {})
  expect(readVersion(root)).toEqual({ version: '1.2.3', commit: head })
})

test('a build outside git records the commit that the variable COMMIT names', () => {
  recordCommit(root, { COMMIT })
  expect(readVersion(root)).toEqual({ version: '1.2.3', commit: COMMIT })
})

test('without git and without the variable, the commit is unknown, also after an earlier build knew it', () => {
  recordCommit(root, { COMMIT })
  // An empty path makes the command `git` unknown.
  const { PATH } = process.env
  process.env.PATH = ''
  try {
    recordCommit(root, {})
  } finally {
    process.env.PATH = PATH
  }
  expect(readVersion(root)).toEqual({ version: '1.2.3', commit: null })
})

test('a build inside a folder of another repository does not take the commit of that repository', () => {
  const inner = projectIn(join(root, 'engawa'))
  commit(root)
  recordCommit(inner, {})
  expect(readVersion(inner)).toEqual({ version: '1.2.3', commit: null })
})
