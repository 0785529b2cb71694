import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockFolder } from '#server/files/folder-lock.ts'
import { TYPESCRIPT_OPTIONS } from '#tests/support/node-options.ts'

const LOCKER = fileURLToPath(new URL('../../support/lock-until-killed.ts', import.meta.url))

let directory: string

beforeEach(() => {
  directory = fs.mkdtempSync(join(tmpdir(), 'engawa-test-'))
})

afterEach(() => fs.rmSync(directory, { recursive: true }))

test('a second process on the data folder gets an error that names the process using the folder', async () => {
  const { child, pid } = await startLockingProcess()
  await expect(lockFolder(directory)).rejects.toThrow(
    `The data folder ${directory} is in use by another Engawa (process ${pid}). ` +
      'Stop it first, or set DATA_DIR to another folder.',
  )
  await kill(child)
})

test('the data folder is free again after the process that had locked it was killed', async () => {
  const { child } = await startLockingProcess()
  await kill(child)
  const lock = await lockFolder(directory)
  expect(listLockFiles()).toHaveLength(1)
  await lock.release()
  expect(fs.readdirSync(join(directory, 'lock'))).toEqual([])
})

test('if the process that locked the data folder has died, a new process with the same process id does not count as the holder', async () => {
  const { child } = await startLockingProcess()
  await kill(child)
  const [file = ''] = listLockFiles()
  const claim = JSON.parse(fs.readFileSync(file, 'utf8'))
  fs.writeFileSync(file, JSON.stringify({ ...claim, pid: process.pid }))
  const lock = await lockFolder(directory)
  await lock.release()
})

test('an empty lock file, which a power cut can leave behind, does not block the data folder', async () => {
  const { child } = await startLockingProcess()
  await kill(child)
  const [file = ''] = listLockFiles()
  fs.writeFileSync(file, '')
  const lock = await lockFolder(directory)
  expect(listLockFiles()).toHaveLength(1)
  await lock.release()
})

test('the copy of a locked data folder is not locked', async () => {
  const lock = await lockFolder(directory)
  const copy = join(directory, 'copy')
  fs.mkdirSync(join(copy, 'lock'), { recursive: true })
  for (const claim of listLockFiles()) fs.copyFileSync(claim, join(copy, 'lock', basename(claim)))
  const lockOfCopy = await lockFolder(copy)
  await expect(lockFolder(directory)).rejects.toThrow('in use by another Engawa')
  await lockOfCopy.release()
  await lock.release()
})

test('a process in another container that holds the data folder is detected by its socket', async () => {
  const { child } = await startLockingProcess()
  const [file = ''] = listLockFiles()
  const claim = JSON.parse(fs.readFileSync(file, 'utf8'))
  fs.writeFileSync(file, JSON.stringify({ ...claim, startedAt: 'elsewhere' }))
  await expect(lockFolder(directory)).rejects.toThrow('in use by another Engawa')
  await kill(child)
})

test('when many processes open the data folder of a dead process, exactly one of them locks it', async () => {
  const { child } = await startLockingProcess()
  await kill(child)
  const tries = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(directory)))
  const got = tries.flatMap((tried) => (tried.status === 'fulfilled' ? [tried.value] : []))
  expect(got).toHaveLength(1)
  await got[0]?.release()
})

test('a data folder whose path is too long for a socket is still locked', async () => {
  const deep = join(directory, 'a'.repeat(100))
  const lock = await lockFolder(deep)
  await expect(lockFolder(deep)).rejects.toThrow('in use by another Engawa')
  await lock.release()
})

test("only the system user who runs the server can reach the server's socket", async () => {
  const lock = await lockFolder(directory)
  const [folder = ''] = fs
    .readdirSync(join(directory, 'lock'))
    .filter((name) => !/json$/.test(name))
  const socket = join(directory, 'lock', folder, '.s.PGSQL.5432')
  expect(fs.statSync(socket).mode & 0o777).toBe(0o600)
  expect(fs.statSync(join(directory, 'lock')).mode & 0o777).toBe(0o700)
  await lock.release()
})

function listLockFiles() {
  const folder = join(directory, 'lock')
  return fs.readdirSync(folder).flatMap((name) => (/json$/.test(name) ? [join(folder, name)] : []))
}

async function startLockingProcess() {
  const child = spawn(process.execPath, [...TYPESCRIPT_OPTIONS, LOCKER, directory])
  await once(child.stdout, 'data')
  return { child, pid: child.pid }
}

async function kill(child: ReturnType<typeof spawn>) {
  child.kill('SIGKILL')
  await once(child, 'exit')
}
