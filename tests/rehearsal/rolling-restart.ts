/**
 * Rehearses a rolling restart of all server processes, and then kills one process. The processes
 * run behind Debian's nginx, which uses the configuration in `deploy/`. Run the rehearsal with
 * `npm run rehearse`. It needs nginx and PostgreSQL, and takes a minute.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { login, SignedIn } from '#contract/auth.ts'
import { toRequest } from '#contract/endpoint.ts'
import { openSandbox } from '#stripe-sandbox/sandbox.ts'
import { runCommand } from '#tests/support/command.ts'
import { startLoad } from '#tests/support/load.ts'
import { findPrograms, startCluster } from '#tests/support/postgres.ts'
import { startProcesses } from '#tests/support/several-processes.ts'
import { startNginx } from './nginx.ts'

/** Accept the certificate of this rehearsal's nginx, which is self-signed. */
process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
process.removeAllListeners('warning')

const HTTPS = 8443
const CLIENTS = 16
const HOUSES = Array.from({ length: 5000 }, (_, index) => `house-${index}`)
const programs = findPrograms()
if (!programs) throw new Error('Install PostgreSQL first')
const folder = mkdtempSync(join(tmpdir(), 'engawa-rehearsal-'))
const postgres = await startCluster(programs)
const databaseUrl = await createDatabase(postgres.url)
const sandbox = await openSandbox()
const processes = await startProcesses(4, {
  databaseUrl,
  dataDirectory: folder,
  stripe: sandbox.settings,
  variables: { DRAIN_SECONDS: '5', LOG: 'json' },
})
const nginx = await startNginx(folder, { ports: processes.ports, https: HTTPS })
try {
  await importHouses()
  const person = await signIn()
  const options = { origin: nginx.origin, person, clients: CLIENTS, houses: HOUSES }

  await rehearse('4 restarts', options, async () => {
    for (const port of processes.ports) await processes.restart(port)
  })
  await rehearse('1 process killed', options, async () => {
    await sleep(2000)
    await processes.end(processes.ports[0] ?? 0, 'SIGKILL')
    await sleep(2000)
  })
  if (nginx.errors.length > 0) console.log(`nginx: ${nginx.errors.length} lines of errors`)
} finally {
  await nginx.stop()
  await processes.stop()
  await sandbox.close()
  await postgres.stop()
  rmSync(folder, { recursive: true })
}

async function rehearse(
  what: string,
  options: Parameters<typeof startLoad>[0],
  act: () => Promise<void>,
) {
  const startedAt = performance.now()
  const load = startLoad(options)
  await act()
  const { statuses } = await load.stop()
  const seconds = (performance.now() - startedAt) / 1000
  const all = [...statuses.values()].reduce((sum, count) => sum + count, 0)
  const lost = all - (statuses.get(200) ?? 0)
  const rate = Math.round(all / seconds)
  console.log(
    `${what}: ${all} requests in ${seconds.toFixed(0)} s (${rate}/s), ${lost} not answered by 200`,
    Object.fromEntries(statuses),
  )
}

async function createDatabase(url: string) {
  const client = new pg.Client(url)
  await client.connect()
  await client.query('create database engawa')
  await client.end()
  return url.replace('/postgres?', '/engawa?')
}

async function importHouses() {
  const file = join(folder, 'houses.jsonl')
  const houses = HOUSES.map((_id, index) => ({
    _id,
    'Property Location': '兵庫県丹波市氷上町1',
    'Sale Price Yen': 1_000_000 + index,
  }))
  writeFileSync(file, houses.map((house) => JSON.stringify(house)).join('\n'))
  const env = { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: folder }
  const { code, stderr } = await runCommand('import', [file], { env })
  if (code !== 0) throw new Error(stderr)
}

async function signIn() {
  const account = { username: 'emma@engawa.example', password: 'a-house-by-the-sea' }
  const { path, ...init } = toRequest(login, account)
  const answer = await fetch(`${nginx.origin}${path}`, init)
  return { token: SignedIn.parse(await answer.json()).access_token }
}
