import type { RequestListener } from 'node:http'
import { beforeEach, expect, test } from 'vitest'
import * as contract from '#contract/sources.ts'
import { imports, listings } from '#server/db/schema.ts'
import { PUBLIC_ONLY } from '#server/network/open-download.ts'
import { listRuns } from '#server/sources/rows.ts'
import type { SourceWorkServices } from '#server/sources/source-work.ts'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'
import {
  housesFile,
  openTestWork,
  sourceSettings,
  startSource,
  testRules,
} from '#tests/support/sources.ts'

let server: TestServer
let admin: Person
beforeEach(async () => {
  server = await startServer({ sources: { folder: '', rules: testRules(), wake() {} } })
  admin = await server.addAdmin()
})

/** Adds a source at this address, and runs it once. Returns a function that runs it again. */
async function runOnce(
  address: string,
  {
    secret_variable = '',
    ...services
  }: Partial<SourceWorkServices> & { secret_variable?: string } = {},
) {
  const work = openTestWork(server, services)
  const settings = sourceSettings({ kind: 'url', address, secret_variable })
  const { body } = await server.call(admin, contract.createSource, settings)
  let minute = 0
  const run = async () => {
    minute += 1
    server.setNow(new Date(Date.UTC(2026, 0, 15, 0, minute)).toISOString())
    await server.call(admin, contract.runSource, { id: body.id })
    work.wake()
    await work.settled()
    const { results } = await listRuns(server.services.db, { id: body.id, page: 1, limit: 1 })
    return results[0]
  }
  return { run, first: await run() }
}

const sendHouses: RequestListener = (_, response) => response.end(housesFile(2))

test('the file of a URL is imported under the last part of its address', async () => {
  const origin = await startSource(sendHouses)
  const { first } = await runOnce(`${origin}/files/%E4%B8%B9%E6%B3%A2.json?day=1`)
  expect(first).toMatchObject({ outcome: 'imported', counts: { added: 2 } })
  const [row] = await server.services.db.select().from(imports)
  expect(row).toMatchObject({ fileName: '丹波.json', actorEmail: 'schedule', state: 'done' })
})

test('a file that the server says has not changed is not downloaded again', async () => {
  const asked: unknown[] = []
  const origin = await startSource((request, response) => {
    const { 'if-none-match': etag, 'if-modified-since': since } = request.headers
    asked.push({ etag, since })
    if (etag === '"1"') response.writeHead(304).end()
    else {
      response.setHeader('etag', '"1"')
      response.setHeader('last-modified', 'Wed, 14 Jan 2026 00:00:00 GMT')
      response.end(housesFile(1))
    }
  })
  const { first, run } = await runOnce(origin)
  expect(first).toMatchObject({ outcome: 'imported' })
  expect(await run()).toMatchObject({ outcome: 'unchanged', import_id: null })
  expect(await run()).toMatchObject({ outcome: 'unchanged' })
  const known = { etag: '"1"', since: 'Wed, 14 Jan 2026 00:00:00 GMT' }
  expect(asked).toEqual([{}, known, known])
})

test('the same bytes again count as unchanged', async () => {
  const { first, run } = await runOnce(await startSource(sendHouses))
  expect(first).toMatchObject({ outcome: 'imported' })
  expect(await run()).toMatchObject({ outcome: 'unchanged', counts: null })
  expect(await server.services.db.$count(imports)).toBe(1)
})

test('a file that failed is downloaded again, even if it has not changed', async () => {
  const origin = await startSource((_, response) => {
    response.setHeader('etag', '"1"')
    response.end('no houses')
  })
  const { first, run } = await runOnce(origin)
  expect(first).toMatchObject({ outcome: 'failed' })
  expect(await run()).toMatchObject({ outcome: 'failed', failure: first?.failure })
})

test('the source gets the value of its environment variable, and a redirect to another host does not', async () => {
  const asked: unknown[] = []
  const other = await startSource((request, response) => {
    asked.push(request.headers.authorization)
    response.end(housesFile(1))
  })
  const origin = await startSource((request, response) => {
    asked.push(request.headers.authorization)
    response.writeHead(302, { location: request.url === '/' ? '/moved' : other }).end()
  })
  const secrets = new Map([['SOURCE_TANBA', 'Bearer hunter2']])
  const { first } = await runOnce(origin, { secret_variable: 'SOURCE_TANBA', secrets })
  expect(first).toMatchObject({ outcome: 'imported' })
  expect(asked).toEqual(['Bearer hunter2', 'Bearer hunter2', undefined])
})

const redirectTo =
  (location: string): RequestListener =>
  (_, response) =>
    void response.writeHead(302, { location }).end()

test.each<[string, string, RequestListener, Partial<SourceWorkServices>?]>([
  [
    'a web page',
    'answered with a web page',
    (_, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(housesFile(1))
    },
  ],
  ['an error', 'answered with status 503', (_, response) => void response.writeHead(503).end()],
  ['a redirect to this machine', '127.0.0.1 is not on the public', redirectTo('http://127.0.0.1/')],
  [
    'a redirect to this machine in IPv6',
    '::ffff:7f00:1 is not on',
    redirectTo('http://[::ffff:127.0.0.1]/'),
  ],
  ['a redirect to another protocol', 'does not begin with https', redirectTo('file:///etc/passwd')],
  ['endless redirects', 'redirects more than 5 times', redirectTo('/')],
  ['nothing in time', 'took longer than', () => {}, { timeoutMs: 50 }],
  [
    'the rest of the file too late',
    'took longer than',
    (_, response) => void response.write('['),
    {
      timeoutMs: 300,
    },
  ],
  ['a broken connection', 'cannot be reached', (request) => request.socket.destroy()],
  [
    'a file that breaks off',
    'cannot be reached',
    (_, response) => {
      response.writeHead(200, { 'content-length': 1000 }).write('[')
      setTimeout(() => response.destroy(), 20)
    },
  ],
  [
    'a file that is too large',
    'larger than 200 MB',
    (_, response) => {
      response.writeHead(200, { 'content-length': 200_000_001 }).write('[')
    },
  ],
  ['an empty file', 'The file is empty', (_, response) => void response.end()],
])(
  'a source that answers with %s changes nothing, and says why',
  async (_, reason, answer, services) => {
    await server.addListing({ source: 'Tanba' })
    const { first } = await runOnce(await startSource(answer), services)
    expect(first).toMatchObject({ outcome: 'failed', failure: expect.stringContaining(reason) })
    expect(await server.services.db.$count(listings)).toBe(1)
    expect(await server.mails()).toHaveLength(1)
  },
)

test.each([
  ...['10.0.0.5', '192.168.0.1', '169.254.169.254', '100.64.0.1', '::1', 'fd00::1'],
  ...['::ffff:10.0.0.5', '127.0.0.1'],
])(
  'a host that resolves to %s is not contacted, even if it has a public address too',
  async (address) => {
    let isContacted = false
    const origin = await startSource((_, response) => {
      isContacted = true
      response.end(housesFile(1))
    })
    const rules = testRules({ 'houses.example': ['127.0.0.2', address] })
    const { first } = await runOnce(origin, { rules })
    const failure = expect.stringMatching(/^houses\.example is not on the public internet/)
    expect(first).toMatchObject({ outcome: 'failed', failure })
    expect(isContacted).toBe(false)
  },
)

test('a host is connected at the address that was checked, whatever it resolves to afterwards', async () => {
  const origin = await startSource(sendHouses)
  let resolved = 0
  const { first } = await runOnce(origin, {
    rules: {
      ...testRules(),
      resolve: async () => {
        resolved += 1
        return [{ address: resolved === 1 ? '127.0.0.2' : '127.0.0.1', family: 4 }]
      },
    },
  })
  expect(first).toMatchObject({ outcome: 'imported' })
  expect(resolved).toBe(1)
})

test('without the permission of the operator, a source must use https', async () => {
  const origin = await startSource(sendHouses)
  const { first } = await runOnce(origin, { rules: PUBLIC_ONLY })
  expect(first?.failure).toMatch(/does not begin with https:\/\/\.$/)
})

test('a source whose environment variable is not set fails', async () => {
  const { first } = await runOnce(await startSource(sendHouses), {
    secret_variable: 'SOURCE_TANBA',
  })
  expect(first?.failure).toBe('The environment variable SOURCE_TANBA is not set on the server.')
})

test('a server that stops ends the download, and the source runs again after the start', async () => {
  let answers = 0
  let stop = async () => {}
  const origin = await startSource((_, response) => {
    answers += 1
    if (answers === 1) void stop()
    else response.end(housesFile(1))
  })
  const first = openTestWork(server)
  stop = first.stop
  const settings = sourceSettings({ kind: 'url', address: origin })
  const { id } = (await server.call(admin, contract.createSource, settings)).body
  await server.call(admin, contract.runSource, { id })
  first.wake()
  await first.settled()
  const runs = () => listRuns(server.services.db, { id, page: 1, limit: 1 })
  expect((await runs()).total_count).toBe(0)
  const second = openTestWork(server)
  second.wake()
  await second.settled()
  expect((await runs()).results).toMatchObject([{ outcome: 'imported' }])
})
