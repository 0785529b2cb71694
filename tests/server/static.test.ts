import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { startServer } from '#tests/support/server.ts'
import { testDirectory } from '#tests/support/test-directory.ts'

const STARTING = 'document.title = "Engawa"'
const PAGE = `<!doctype html><title>Engawa</title><script>${STARTING}</script>`
const SCRIPT = 'console.log("engawa")'

let app: ReturnType<typeof createApp>
let client: string

beforeEach(async () => {
  const { services } = await startServer()
  client = builtClient()
  app = createApp(services, { clientDirectory: client })
})

function builtClient() {
  const directory = testDirectory()
  mkdirSync(join(directory, 'assets'))
  writeFileSync(join(directory, 'index.html'), PAGE)
  writeFileSync(join(directory, 'assets', 'app-1a2b.js'), SCRIPT)
  writeFileSync(join(directory, 'assets', 'app-1a2b.js.br'), brotliCompressSync(SCRIPT))
  writeFileSync(join(directory, 'robots.txt'), 'User-agent: *')
  return directory
}

test.each([
  '/',
  '/index.html',
  '/login',
  '/subscription/manage?from=mail',
  '/no-such-page',
  '/%E6%9D%B1%E4%BA%AC',
])(
  "the path %s opens the app's page, and the browser always revalidates this page",
  async (path) => {
    const answer = await app.request(path)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toBe(PAGE)
    expect(answer.headers.get('content-type')).toMatch('text/html')
    expect(answer.headers.get('cache-control')).toBe('no-cache')
  },
)

test.each(['/', '/index.html', '/login'])(
  'the page at %s may run only its own inline script',
  async (path) => expect(await policyOf(path)).toContain(scriptsOf(STARTING)),
)

test('a rebuilt page may run its new inline script, but not the old script', async () => {
  await policyOf('/')
  const other = `${STARTING} + "!"`
  writeFileSync(join(client, 'index.html'), `<script>${other}</script>`)
  expect(await policyOf('/')).toContain(scriptsOf(other))
})

async function policyOf(path: string) {
  const { headers } = await app.request(path)
  return headers.get('content-security-policy')?.split('; ')
}

function scriptsOf(script: string) {
  return `script-src 'self' 'sha256-${createHash('sha256').update(script).digest('base64')}'`
}

test('a request for an unchanged page gets the status 304', async () => {
  const etag = (await app.request('/login')).headers.get('etag') ?? ''
  const again = await app.request('/listings', { headers: { 'if-none-match': etag } })
  expect(again.status).toBe(304)
})

test('a built file is cached forever, and compressed for clients that accept compression', async () => {
  const answer = await app.request('/assets/app-1a2b.js')
  expect(await answer.text()).toBe(SCRIPT)
  expect(answer.headers.get('content-type')).toMatch('text/javascript')
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')

  const compressed = await app.request('/assets/app-1a2b.js', {
    headers: { 'accept-encoding': 'gzip, deflate, br' },
  })
  expect(compressed.headers.get('content-encoding')).toBe('br')
  expect(Buffer.from(await compressed.arrayBuffer())).toEqual(brotliCompressSync(SCRIPT))
})

test('a file whose name never changes is cached, but always revalidated', async () => {
  const answer = await app.request('/robots.txt')
  expect(answer.headers.get('cache-control')).toBe('no-cache')
})

describe('when a file is missing', () => {
  test.each([
    '/assets/app-gone.js',
    '/assets/',
    '/no-such-icon.ico',
    '/v1/no-such-endpoint',
    '/v1',
    '/images/no-such-picture',
    '/..%2f..%2fpackage.json',
    '/..%5c..%5cpackage.json',
    '/%2e%2e/package.json',
    '/.env',
    '/a%00b',
    '/%ff',
    '/%',
    '//evil.example',
    '/a//b',
  ])(
    'the server answers the path %s with "Not found", and never with the app\'s page',
    async (path) => {
      const answer = await app.request(`http://localhost${path}`)
      expect(answer.status).toBe(404)
      expect(await answer.json()).toEqual({ detail: 'Not found' })
      expect(answer.headers.get('cache-control')).toBe('no-store')
    },
  )
})

test('a page cannot be requested with POST', async () => {
  expect((await app.request('/login', { method: 'POST' })).status).toBe(404)
})
