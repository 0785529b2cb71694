import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { bumpRevision } from '#server/catalogue.ts'
import { listings } from '#server/db/schema.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'
import { testDirectory } from '#tests/support/test-directory.ts'

const TEMPLATE = `<!doctype html>
<html lang="en">
  <head>
    <title>Engawa</title>
    <script type="module" crossorigin src="/assets/index-1a2b.js"></script>
    <link rel="stylesheet" crossorigin href="/assets/index-3c4d.css">
  </head>
  <body>
    <div id="root"><div>Engawa</div></div>
    <noscript>Engawa needs JavaScript.</noscript>
  </body>
</html>`

const STYLE = 'h1{color:red}'

/** Draws the titles of the houses, and fails for one of them. */
const PRERENDER = `
export async function prerenderPage(path, freeListings) {
  const types = (freeListings?.results ?? []).map((house) => house['Property Type'])
  if (types.includes('Ruin')) throw new Error('A ruin cannot be drawn')
  const html = '<link rel="preload" href="/images/a"/><h1>' + path + ' ' + types.join() + '</h1>'
  return { html, served: [{ queryKey: ['free-listings'], data: freeListings ?? null }] }
}`

let server: TestServer
let app: ReturnType<typeof createApp>
let bugs: unknown[]
beforeEach(async () => {
  server = await startServer()
  bugs = []
  const clientDirectory = testDirectory()
  const prerenderDirectory = testDirectory()
  writeFileSync(join(clientDirectory, 'index.html'), TEMPLATE)
  writeFileSync(join(prerenderDirectory, 'prerender.js'), PRERENDER)
  writeFileSync(join(prerenderDirectory, 'package.json'), '{"type":"module"}')
  writeFileSync(
    join(prerenderDirectory, 'styles.json'),
    JSON.stringify({ '/free-preview': STYLE, '/login': STYLE, '/register': STYLE }),
  )
  const report = (bug: unknown) => bugs.push(bug)
  app = createApp({ ...server.services, report }, { clientDirectory, prerenderDirectory })
})

async function open(path: string) {
  const answer = await app.request(path)
  return { html: await answer.text(), headers: answer.headers }
}

/** As a Content-Security-Policy names what is inline. */
function digest(text: string | undefined) {
  return `'sha256-${createHash('sha256')
    .update(text ?? '')
    .digest('base64')}'`
}

test('the free preview comes with its houses, their data and its style', async () => {
  await server.addListing({ propertyType: 'Farmhouse' })
  const { html, headers } = await open('/free-preview')
  expect(html).toContain('<div id="root"><h1>/free-preview Farmhouse</h1></div>')
  expect(html).toContain(`<style>${STYLE}</style>`)
  expect(html).not.toContain('rel="stylesheet"')
  expect(html).toMatch(/<link rel="preload" href="\/images\/a"\/>[\s\S]*<\/head>/)
  const data = JSON.parse(html.match(/id="served">(.*?)<\/script>/)?.[1] ?? '')
  expect(data[0].data.results[0]).toMatchObject({ 'Property Type': 'Farmhouse' })
  expect(data[0].data.results[0]).not.toHaveProperty('Contact Number')
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(headers.get('cache-control')).toBe('no-cache')
})

test('nothing else may run than the one script that starts the client (check 46)', async () => {
  const { html, headers } = await open('/login')
  const script = html.match(/<script>(.*?)<\/script>/)?.[1]
  expect(script).toContain('import("/assets/index-1a2b.js")')
  expect(html.match(/<script/g)).toHaveLength(2)
  const policy = headers.get('content-security-policy')?.split('; ')
  expect(policy).toContain(`script-src 'self' ${digest(script)}`)
  expect(policy).toContain(`style-src 'self' ${digest(STYLE)}`)
})

test('what a house is called ends no script (check 51)', async () => {
  await server.addListing({ propertyType: '</script><script>alert(1)</script>' })
  const { html } = await open('/free-preview')
  const served = html.slice(html.indexOf('id="served">'), html.indexOf('onclick='))
  expect(served).not.toContain('<script>alert')
  expect(served).toContain('\\u003c/script>')
})

test('the free preview is drawn anew when the catalogue has changed', async () => {
  await server.addListing({ propertyType: 'Farmhouse' })
  const before = await app.request('/free-preview')
  const etag = before.headers.get('etag') ?? ''
  const again = () => app.request('/free-preview', { headers: { 'if-none-match': etag } })
  expect((await again()).status).toBe(304)

  await server.services.db.update(listings).set({ propertyType: 'Temple' })
  await bumpRevision(server.services.db)
  await expect.poll(async () => (await open('/free-preview')).html).toContain('Temple')
  expect((await again()).status).toBe(200)
})

test('a page that cannot be drawn opens empty, and the bug is reported', async () => {
  await server.addListing({ propertyType: 'Ruin' })
  expect((await open('/free-preview')).html).toBe(TEMPLATE)
  expect(bugs.map(String)).toEqual(['Error: A ruin cannot be drawn'])
})

test('an address that says more is left to the client', async () => {
  expect((await open('/login?from=/favorites')).html).toBe(TEMPLATE)
})
