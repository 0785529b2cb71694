import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

/** Where Debian puts the programs of each PostgreSQL version. */
const VERSIONS = '/usr/lib/postgresql'
/** The first with the collations of other languages that databases are created with by default. */
const OLDEST_VERSION = 15
const USER = 'engawa'
/**
 * Runs a server until the input ends, and then removes its folder. The input is a pipe from this
 * process, which the system closes however abruptly it ends.
 */
const UNTIL_ABANDONED = `
  exec 3<&0
  "$@" 3<&- & server=$!
  { read -r _ <&3; kill -s QUIT $server; } 2>/dev/null &
  wait $server
  rm -rf "$PWD"
`

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of a PostgreSQL server to make databases in; absent for the embedded database. */
    postgres?: string
  }
}

/** Whether there is a PostgreSQL to test with: at `TEST_DATABASE_URL`, or installed. */
export function hasPostgres() {
  return Boolean(process.env.TEST_DATABASE_URL || findPrograms())
}

/** Called before the first test of each project that is given it; what it returns, after its last. */
export default async function startPostgres(project: TestProject) {
  const programs = findPrograms()
  if (!hasPostgres()) {
    console.log('The PostgreSQL tests are skipped: install it, or set TEST_DATABASE_URL.')
  } else if (process.env.TEST_DATABASE_URL) {
    project.provide('postgres', process.env.TEST_DATABASE_URL)
  } else if (programs) {
    const cluster = await startCluster(programs)
    project.provide('postgres', cluster.url)
    return cluster.stop
  }
}

/** The folder of the newest PostgreSQL's programs; null when none is installed. */
export function findPrograms() {
  if (!fs.existsSync(VERSIONS)) return null
  const newest = Math.max(0, ...fs.readdirSync(VERSIONS).map((name) => Number.parseInt(name, 10)))
  return newest >= OLDEST_VERSION ? join(VERSIONS, String(newest), 'bin') : null
}

/** A throw-away cluster that only this machine can reach, through a socket in its folder. */
export async function startCluster(programs: string) {
  const folder = fs.mkdtempSync(join(tmpdir(), 'engawa-postgres-'))
  const owner = notRoot()
  if (owner) fs.chownSync(folder, owner.uid, owner.gid)
  const data = join(folder, 'data')
  execFileSync(
    join(programs, 'initdb'),
    [
      ...['--pgdata', data, '--username', USER, '--auth', 'trust', '--no-sync'],
      // Unlike the embedded database, which sorts as the letter "C" says: by code.
      ...['--encoding', 'UTF8', '--locale-provider', 'icu', '--icu-locale', 'en-US'],
    ],
    { ...owner, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const server = spawn(
    '/bin/sh',
    [
      ...['-c', UNTIL_ABANDONED, 'sh', join(programs, 'postgres'), '-D', data, '-k', folder],
      ...[
        'listen_addresses=',
        'lc_messages=C',
        'fsync=off',
        'synchronous_commit=off',
        'full_page_writes=off',
      ].flatMap((setting) => ['-c', setting]),
    ],
    // Detached, so that Ctrl-C reaches only this process, which then stops it.
    { ...owner, cwd: folder, detached: true, stdio: ['pipe', 'ignore', 'pipe'] },
  )
  await waitFor(server.stderr, 'ready to accept connections')
  return {
    url: `postgres://${USER}@localhost/postgres?host=${folder}`,
    async stop() {
      server.stdin.end()
      await once(server, 'exit')
    },
  }
}

/** PostgreSQL refuses to run as root: its own account has come with it. */
function notRoot() {
  if (process.getuid?.() !== 0) return undefined
  const id = (which: string) => Number(execFileSync('id', [which, 'postgres']))
  return { uid: id('-u'), gid: id('-g') }
}

async function waitFor(output: NodeJS.ReadableStream, words: string) {
  let text = ''
  for await (const chunk of output) {
    text += chunk
    if (text.includes(words)) return output.resume()
  }
  throw new Error(`PostgreSQL did not start:\n${text}`)
}
