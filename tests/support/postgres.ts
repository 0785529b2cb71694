import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { TestProject } from 'vitest/node'

/** The folder in which Debian installs the programs of each PostgreSQL version. */
const VERSIONS = '/usr/lib/postgresql'
/** The first version in which a database can use an ICU collation by default. */
const OLDEST_VERSION = 15
const USER = 'engawa'
/**
 * A shell script that reads one command from each line of its input. The command `start` starts the
 * server, and any other command crashes the server. At the end of the input, the script stops the
 * server and removes its folder. The input is a pipe, which the system closes even if the test
 * process is killed.
 */
const UNTIL_ABANDONED = `
  while read -r command; do
    if [ "$command" = start ]; then
      "$@" & server=$!
    else
      kill -s QUIT $server; wait $server; server=; echo crashed
    fi
  done
  [ -n "$server" ] && kill -s QUIT $server && wait $server
  rm -rf "$PWD"
`
/** Settings that skip writing to disk, because the tests discard the data. */
const FORGETFUL = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * The address of a PostgreSQL server on which tests create databases. Undefined for the
     * embedded database.
     */
    postgres?: string
  }
}

/**
 * Whether the tests can use PostgreSQL, either at `TEST_DATABASE_URL` or as an installed program.
 */
export function hasPostgres() {
  return Boolean(process.env.TEST_DATABASE_URL || findPrograms())
}

/**
 * Vitest calls this before the first test of each project, and calls the returned function after
 * the last test.
 */
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

/**
 * A temporary cluster that listens only on a socket in its folder. With `durable`, acknowledged
 * data survives a crash.
 */
export async function startCluster(programs: string, { durable = false } = {}) {
  const folder = fs.mkdtempSync(join(tmpdir(), 'engawa-postgres-'))
  const owner = notRoot()
  if (owner) fs.chownSync(folder, owner.uid, owner.gid)
  const data = join(folder, 'data')
  execFileSync(
    join(programs, 'initdb'),
    [
      ...['--pgdata', data, '--username', USER, '--auth', 'trust', '--no-sync'],
      // Sort by language rules (ICU). The embedded database sorts by code point ("C"), so the tests
      // cover both orders.
      ...['--encoding', 'UTF8', '--locale-provider', 'icu', '--icu-locale', 'en-US'],
    ],
    { ...owner, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const settings = ['listen_addresses=', 'lc_messages=C', ...(durable ? [] : FORGETFUL)]
  const shell = spawn(
    '/bin/sh',
    [
      ...['-c', UNTIL_ABANDONED, 'sh', join(programs, 'postgres'), '-D', data, '-k', folder],
      ...settings.flatMap((setting) => ['-c', setting]),
    ],
    // The detached process does not receive Ctrl-C. Only the test process receives it, and then
    // stops the server.
    { ...owner, cwd: folder, detached: true, stdio: ['pipe', 'pipe', 'pipe'] },
  )

  async function start() {
    const isReady = printed(shell.stderr, 'ready to accept connections')
    shell.stdin.write('start\n')
    await isReady
  }

  await start()
  return {
    url: `postgres://${USER}@localhost/postgres?host=${folder}`,
    /** Starts the server after a crash. Resolves when acknowledged data is available again. */
    start,
    /** Crashes the server at any point, as `pg_ctl stop -m immediate` does. */
    async crash() {
      const hasCrashed = printed(shell.stdout, 'crashed')
      shell.stdin.write('crash\n')
      await hasCrashed
    },
    async stop() {
      shell.stdin.end()
      await once(shell, 'exit')
    },
  }
}

/** PostgreSQL refuses to run as root, so it runs as the account that its package creates. */
function notRoot() {
  if (process.getuid?.() !== 0) return undefined
  const id = (which: string) => Number(execFileSync('id', [which, 'postgres']))
  return { uid: id('-u'), gid: id('-g') }
}

/** Resolves when `output` prints `words` after this call. Discards all later output. */
async function printed(output: Readable, words: string) {
  let text = ''
  await new Promise<void>((resolve, reject) => {
    const end = () => reject(new Error(`PostgreSQL did not say "${words}":\n${text}`))
    output.once('close', end).on('data', function read(chunk) {
      text += chunk
      if (!text.includes(words)) return
      output.off('data', read).off('close', end).resume()
      resolve()
    })
  })
}
