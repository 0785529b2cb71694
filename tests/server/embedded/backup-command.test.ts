import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { users } from '#server/db/schema.ts'
import { runCommand } from '#tests/support/command.ts'
import { spawnServer } from '#tests/support/server-process.ts'
import { testDataFolder, testDirectory } from '#tests/support/test-directory.ts'

const PICTURE = `${'3f'.repeat(32)}.jpg`

function run([command = '', ...args]: string[], dataDirectory: string) {
  return runCommand(command, args, {
    env: { ...process.env, NODE_ENV: '', DATABASE_URL: '', DATA_DIR: dataDirectory },
  })
}

function addPicture(dataDirectory: string) {
  for (const folder of ['images', 'own-photos']) {
    const path = join(dataDirectory, folder, '3f', PICTURE)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, 'a picture')
  }
}

// Slow: the only test of both commands, the lock of the data folder and the pictures in separate
// processes.
test('a backup of a running server can be restored on another machine, with its pictures (check 60)', async () => {
  const [here, there, backups] = [testDataFolder(), testDataFolder(), testDirectory()]
  const file = join(backups, 'monday.engawa')
  const server = spawnServer({ DATA_DIR: here, SAMPLE_DATA: 'off' })
  await server.started()
  addPicture(here)
  expect(await run(['backup', file], here)).toMatchObject({ code: 0, stderr: '' })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(backups).sort()).toEqual(['images', 'monday.engawa', 'own-photos'])

  const again = await run(['backup', file], here)
  expect(again).toMatchObject({ code: 1, stdout: '' })
  expect(again.stderr).toMatch(
    /^The file \S+ exists already\. Choose another name, or delete that file\.\n$/,
  )
  const nowhere = await run(['backup', join(backups, 'nowhere', 'monday.engawa')], here)
  expect(nowhere).toMatchObject({
    code: 1,
    stderr: `There is no folder ${join(backups, 'nowhere')}\n`,
  })
  const tuesday = await run(['backup', join(backups, 'tuesday.engawa')], here)
  expect(tuesday.stdout).toMatch(/0 were copied to \S+, 1 were there already/)
  const inUse = await run(['restore', file, '--replace'], here)
  expect(inUse).toMatchObject({ code: 1, stdout: '' })
  expect(inUse.stderr).toMatch(/is in use by another Engawa \(process \d+\)\. Stop it first/)
  server.signal('SIGTERM')
  const { out } = await server.exited

  const full = await run(['restore', file], here)
  expect(full.stderr).toMatch(/^The database holds \d accounts and 0 listings\. --replace puts/)
  const restored = await run(['restore', file], there)
  expect(restored).toMatchObject({ code: 0, stderr: '' })
  expect(restored.stdout).toMatch('Pictures: 1 were copied')
  for (const folder of ['images', 'own-photos']) {
    expect(readFileSync(join(there, folder, '3f', PICTURE), 'utf8')).toBe('a picture')
  }

  const { db, close } = await openDatabase({ directory: there })
  const emails = (await db.select({ email: users.email }).from(users)).map(({ email }) => email)
  await close()
  expect(emails.length).toBeGreaterThan(0)
  for (const email of emails) expect(out).toContain(email)
})

test.each([
  [['backup'], 'Name the file of the backup'],
  [['backup', 'a', 'b'], 'b is not expected here'],
  [['backup', 'a', '--replace'], '--replace works only with restore'],
  [['restore', '/nowhere/monday.engawa'], 'There is no file /nowhere/monday.engawa'],
])(
  'the backup and restore commands refuse wrong arguments with a plain sentence: %j',
  async (args, words) => {
    const { code, stderr } = await run(args, testDirectory())
    expect(code).toBe(1)
    expect(stderr).toMatch(words)
    expect(stderr).not.toMatch(/\bat \S+:\d+/)
  },
)
