import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { BlockList } from 'node:net'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import sharp from 'sharp'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { listings } from '#server/db/schema.ts'
import { browserUrl, listen, stopListening } from '#server/http/listen.ts'
import { watchRequests } from '#server/http/request-log.ts'
import { bumpRevision, everyListing } from '#server/listings/catalogue.ts'
import { openPrerendered } from '#server/pages/prerendered.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'
import { testDirectory } from '#tests/support/test-directory.ts'

const TEMPLATE = `<!doctype html>
<html lang="en">
  <head>
    <!-- slot:title --><title>Engawa</title><!-- /slot:title -->
    <!-- slot:description --><meta name="description" content="Houses in Japan" /><!-- /slot:description -->
    <script>early()</script>
    <!-- slot:app --><script>firstScreen()</script>
    <link rel="modulepreload" crossorigin href="/assets/index-1a2b.js"><!-- /slot:app -->
    <!-- slot:styles --><link rel="stylesheet" crossorigin href="/assets/index-3c4d.css"><!-- /slot:styles -->
  </head>
  <body>
    <!-- slot:root --><div id="root"><div>Engawa</div></div><!-- /slot:root -->
    <noscript>Engawa needs JavaScript.</noscript>
    <script>import("/assets/index-1a2b.js")</script>
  </body>
</html>`

const STYLE = 'h1{color:red}'

/**
 * A stub of the client's prerender module. It shows the titles of houses, and throws for a house of
 * the type "Ruin".
 */
const PRERENDER = `
export async function prerenderPage(href, answer) {
  const types = (answer?.results ?? [answer ?? {}]).map((house) => house['Property Type'])
  if (types.includes('Ruin')) throw new Error('A ruin cannot be drawn')
  const head = '<link rel="preload" href="/images/a"/><title>Drawn · Engawa</title>'
  const heading = '<h1>' + href + ' ' + types.join() + (answer?.detail ?? '') + '</h1>'
  return { head, root: '<div id="drawn">' + heading + '</div>' }
}`

let server: TestServer
let clientDirectory: string
let prerenderDirectory: string
let app: ReturnType<typeof createApp>
let bugs: unknown[]
let bugIds: string[]
beforeEach(async () => {
  server = await startServer()
  bugs = []
  bugIds = []
  clientDirectory = testDirectory()
  prerenderDirectory = testDirectory()
  writeFileSync(join(clientDirectory, 'index.html'), TEMPLATE)
  writeFileSync(join(prerenderDirectory, 'prerender.js'), PRERENDER)
  writeFileSync(join(prerenderDirectory, 'package.json'), '{"type":"module"}')
  writeFileSync(
    join(prerenderDirectory, 'styles.json'),
    JSON.stringify({
      '/buying': STYLE,
      '/free-preview': STYLE,
      '/login': STYLE,
      '/register': STYLE,
      '/listings': STYLE,
    }),
  )
  const logError = (bug: unknown, requestId: string) => {
    bugs.push(bug)
    bugIds.push(requestId)
  }
  app = createApp({ ...server.services, logError }, { clientDirectory, prerenderDirectory })
})

async function open(path: string) {
  const answer = await app.request(path)
  return { html: await answer.text(), headers: answer.headers }
}

/** Returns the data that the server embedded in the page. */
function readServed(html: string) {
  return JSON.parse(html.match(/id="server-data">(.*?)<\/script>/)?.[1] ?? '')
}

/** Returns the hash of an inline script, as in a Content-Security-Policy. */
function digest(text: string | undefined) {
  return `'sha256-${createHash('sha256')
    .update(text ?? '')
    .digest('base64')}'`
}

test('the server-rendered free preview contains its houses, their data and its styles', async () => {
  await server.addListing({ propertyType: 'Farmhouse' })
  const { html, headers } = await open('/free-preview')
  expect(html).toContain('<div id="drawn"><h1>/free-preview Farmhouse</h1></div>')
  expect(html).toContain(`<style>${STYLE}</style>`)
  expect(html).not.toContain('rel="stylesheet"')
  expect(html).toMatch(/<link rel="expect" href="#server-data" blocking="render">[\s\S]*<\/head>/)
  expect(html).toMatch(/<link rel="preload" href="\/images\/a"\/>[\s\S]*<\/head>/)
  const { answer } = readServed(html)
  expect(answer.results[0]).toMatchObject({ 'Property Type': 'Farmhouse' })
  expect(answer.results[0]).not.toHaveProperty('Contact Number')
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(headers.get('cache-control')).toBe('no-cache')
})

test('the server-rendered free preview contains only the data that its cards show', async () => {
  const path = 'there-twice.jpg'
  await server.addListing({
    remarks: '庭に柿の木があります。',
    photos: [{}, {}, {}, { path }, { path }],
  })
  const { html } = await open('/free-preview')
  const [house] = readServed(html).answer.results
  expect(house).toMatchObject({ Remarks: null, photoCount: 4 })
  expect(house.images).toHaveLength(1)
  expect(house.photos).toHaveLength(1)
})

test('a server-rendered page may run only the scripts that request data early and start the client (check 46)', async () => {
  const { html, headers } = await open('/login')
  const scripts = [...html.matchAll(/<script>(.*?)<\/script>/g)].map(([, script]) => script)
  expect(scripts).toEqual(['early()', 'import("/assets/index-1a2b.js")'])
  expect(html.match(/<script/g)).toHaveLength(3)
  const policy = headers.get('content-security-policy')?.split('; ')
  expect(policy).toContain(`script-src 'self' ${scripts.map(digest).join(' ')}`)
  expect(policy).toContain(`style-src 'self' ${digest(STYLE)}`)
})

test("the text of a house cannot close the script element that contains the page's data (check 51)", async () => {
  await server.addListing({ propertyType: '</script><script>alert(1)</script>' })
  const { html } = await open('/free-preview')
  const served = html.slice(html.indexOf('id="server-data">'), html.indexOf('<noscript>'))
  expect(served).not.toContain('<script>alert')
  expect(served).toContain('\\u003c/script>')
})

test('the free preview is rendered again after the catalogue has changed', async () => {
  await server.addListing({ propertyType: 'Farmhouse' })
  const before = await app.request('/free-preview')
  const etag = before.headers.get('etag') ?? ''
  const again = (names = etag) =>
    app.request('/free-preview', { headers: { 'if-none-match': names } })
  for (const names of [etag, `"other", ${etag}`, etag.replace('W/', ''), '*']) {
    expect((await again(names)).status, names).toBe(304)
  }

  await server.services.db.update(listings).set({ propertyType: 'Temple' })
  await bumpRevision(server.services.db, everyListing)
  await expect.poll(async () => (await open('/free-preview')).html).toContain('Temple')
  expect((await again()).status).toBe(200)
})

test('if the server cannot render a page, the page is sent without rendered content, and the error is reported', async () => {
  await server.addListing({ propertyType: 'Ruin' })
  expect((await open('/free-preview')).html).toBe(TEMPLATE)
  expect(bugs.map(String)).toEqual(['Error: A ruin cannot be drawn'])
})

test('if a page takes too long to render, the rendering fails with an error that names the page', async () => {
  // Use another directory. Node caches modules by path, and may already have loaded the module of
  // `beforeEach`.
  const directory = testDirectory()
  const endless = 'export const prerenderPage = () => new Promise(() => {})'
  writeFileSync(join(directory, 'prerender.js'), endless)
  writeFileSync(join(directory, 'package.json'), '{"type":"module"}')
  writeFileSync(join(directory, 'styles.json'), JSON.stringify({ '/login': STYLE }))
  const prerendered = openPrerendered(clientDirectory, directory, 50)
  await expect(prerendered?.draw({ path: '/login' })).rejects.toThrow(
    'Rendering /login took longer than 0.05 s',
  )
})

test.each(['/free-preview', '/listings?listing=house-1'])(
  'the report of a bug on the page %s contains the request id that the response also contains',
  async (path) => {
    await server.addListing({ id: 'house-1', propertyType: 'Ruin' })
    const answering = watchRequests(getRequestListener(app.fetch), {
      proxies: new BlockList(),
      onAnswered() {},
    })
    const listening = await listen(answering, { host: '127.0.0.1', port: 0 })
    onTestFinished(() => stopListening(listening))
    const { headers } = await fetch(`${browserUrl(listening)}${path}`)
    expect(bugIds).toEqual([headers.get('x-request-id')])
  },
)

test('tracking parameters in the address do not change the rendered page', async () => {
  for (const path of ['/free-preview', '/login', '/register']) {
    const { html } = await open(`${path}?utm_source=mail&fbclid=%2F`)
    expect(html).toBe((await open(path)).html)
  }
})

test('the server does not render a login page with a return path, but leaves the rendering to the client', async () => {
  expect((await open('/login?from=/favorites')).html).toBe(TEMPLATE)
})

test('a server-rendered page has exactly one title', async () => {
  const { html } = await open('/login')
  expect(html.match(/<title>.*<\/title>/g)).toEqual(['<title>Drawn · Engawa</title>'])
})

test('the description in the HTML of a page states how many houses the catalogue holds', async () => {
  const EMPTY = '<meta name="description" content="Vacant houses for sale in Japan." />'
  expect((await open('/login')).html).toContain(EMPTY)
  for (const prefecture of ['hyogo', 'hyogo', 'ehime']) await server.addListing({ prefecture })
  await expect
    .poll(async () => (await open('/login')).html, { timeout: 10_000 })
    .toContain('content="3 vacant houses for sale in 2 prefectures of Japan. Look at 3 for free."')
})

test.each(['/buying', '/free-preview', '/login', '/register'])(
  'the page %s has a preview picture for chat apps: a JPEG of the product, 1200 × 630 pixels, at most 300 kB',
  async (path) => {
    const { html } = await open(path)
    const tag = (name: string) => html.match(`<meta property="${name}" content="([^"]*)"`)?.[1]
    const address = new URL(tag('og:image') ?? '')
    expect(new URL(tag('og:url') ?? '').pathname).toBe(path)
    const picture = readFileSync(join('public', address.pathname))
    const { format, width, height } = await sharp(picture).metadata()
    expect({ format, width: String(width), height: String(height) }).toEqual({
      format: 'jpeg',
      width: tag('og:image:width'),
      height: tag('og:image:height'),
    })
    expect([width, height]).toEqual([1200, 630])
    expect(picture.length).toBeLessThanOrEqual(300_000)
  },
)

describe('when a link opens a listing', () => {
  const LINK = '/listings?listing=house-1'

  test('the page of a shared link shows the house, but only its public facts', async () => {
    await server.addListing({ id: 'house-1', propertyType: 'Farmhouse', contactNumber: '0790' })
    const { html, headers } = await open(LINK)
    expect(html).toContain(`<div id="drawn"><h1>${LINK} Farmhouse</h1></div>`)
    expect(html).toContain('<title>Farmhouse in Japan · Engawa</title>')
    expect(html.match(/<title>/g)).toHaveLength(1)
    const api = await app.request('/v1/shared-listings/house-1')
    expect(readServed(html)).toEqual({ answer: await api.json() })
    expect(html).not.toContain('0790')
    expect(headers.get('cache-control')).toBe('no-cache')
    expect(headers.get('content-security-policy')).toContain(`style-src 'self' ${digest(STYLE)}`)
  })

  test('the server renders the page of a shared link again after the house has changed', async () => {
    await server.addListing({ id: 'house-1', propertyType: 'Farmhouse' })
    await open(LINK)
    await server.services.db.update(listings).set({ propertyType: 'Temple' })
    expect((await open(LINK)).html).toContain('Temple</h1>')
    await server.services.db.update(listings).set({ hiddenAt: new Date() })
    expect((await open(LINK)).html).toContain('There is no house at this link.</h1>')
  })

  test('the page of a shared link to an unknown listing says that there is no house', async () => {
    const { html } = await open('/listings?listing=nowhere')
    expect(html).toContain('There is no house at this link.</h1>')
    expect(readServed(html)).toEqual({ answer: { detail: 'There is no house at this link.' } })
    expect(html).toContain('<meta name="robots" content="noindex" />')
  })

  test('a shared link to a listing works with tracking parameters', async () => {
    await server.addListing({ id: 'house-1' })
    const { html } = await open('/listings?fbclid=a%2Fb&listing=house-1&page=2')
    expect(html).toBe((await open(LINK)).html)
    expect(html).toContain(`<h1>${LINK} `)
  })

  test('if the id in a shared link is invalid, the server leaves the rendering of the page to the client', async () => {
    const { html } = await open('/listings?listing=%E5%AE%B6')
    expect(html).toContain('<div id="root"><div>Engawa</div></div>')
  })

  test('if the server cannot render the house of a shared link, it sends the page without the house, and reports the error', async () => {
    await server.addListing({ id: 'house-1', propertyType: 'Ruin' })
    const { html } = await open(LINK)
    expect(html).toContain('<div id="root"><div>Engawa</div></div>')
    expect(html).toContain('<title>Ruin in Japan · Engawa</title>')
    expect(bugs.map(String)).toEqual(['Error: A ruin cannot be drawn'])
  })
})
