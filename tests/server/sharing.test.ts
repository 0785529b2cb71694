import { writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { drizzle } from 'drizzle-orm/node-postgres'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { addFavorite, listFavorites } from '#contract/favorites.ts'
import { getListing, listFreeListings, searchListings } from '#contract/listings.ts'
import { getSharedListing } from '#contract/sharing.ts'
import { createApp } from '#server/app.ts'
import * as schema from '#server/db/schema.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'
import { testDirectory } from '#tests/support/test-directory.ts'

let server: TestServer
beforeEach(async () => {
  server = await startServer()
})

const HOUSE = {
  id: 'house-1',
  source: 'bank',
  propertyType: 'House',
  prefecture: 'hyogo',
  city: 'Yabu',
  priceYen: 5_800_000,
  priceCents: 3_866_667,
  layout: '6DK',
  buildingArea: 98.54,
  landArea: 1230,
  constructionYear: 1975,
} satisfies Parameters<TestServer['addListing']>[0]

const PICTURE = { path: `${'a'.repeat(64)}.jpg`, width: 2560, height: 1920, thumbhash: 'YWJj' }

/**
 * Facts that a link must not reveal. Each text occurs nowhere else, so that a test can search for
 * it.
 */
const UNSHARED = {
  location: 'Oya-cho 1-2, behind the shrine',
  buildingAreaText: 'ninety-eight and a half',
  landAreaText: 'and a field',
  constructionText: 'July of Showa fifty',
  structure: 'Cedar and plaster',
  transportation: 'Yoka station',
  remarks: 'Ring at the blue door',
  contactNumber: '0790-00-0000',
  referenceUrl: 'https://bank.example/houses/77',
  link: 'https://seller.example/88',
  createdAt: new Date('2025-11-12T13:14:15.167Z'),
  digest: 'digest-of-everything',
  raw: { owner: 'Mr Yamada' },
}
const OTHER_PICTURES = [{ path: 'b.jpg' }, { path: 'c.jpg' }]

async function addHouse(listing: Parameters<TestServer['addListing']>[0] = {}) {
  const { db } = server.services
  const bank = { name: 'bank', attribution: 'Open data of the bank' }
  await db.insert(schema.sources).values(bank).onConflictDoNothing()
  return server.addListing({ ...HOUSE, photos: [PICTURE], ...listing })
}

const shared = (id: string, user: { token: string } | null = null) =>
  server.call(user, getSharedListing, { id })

test('a shared link shows anybody the public facts of its house', async () => {
  await addHouse()
  const { status, body } = await shared(HOUSE.id)
  expect(status).toBe(200)
  expect(body).toEqual({
    _id: HOUSE.id,
    'Property Type': 'House',
    Prefecture: 'hyogo',
    City: 'Yabu',
    'Sale Price': 38_666.67,
    'Sale Price Yen': 5_800_000,
    'Building - Layout': '6DK',
    'Building - Area': 98.54,
    'Land - Area': 1230,
    'Construction Year': 1975,
    photo: { ...PICTURE, avif: false },
    sample: false,
    attribution: 'Open data of the bank',
    display: {
      currency: 'USD',
      sign: '$',
      area_unit: 'm2',
      per_yen: 1 / 150,
      per_dollar: 1,
      rate_date: '2025-09-30',
      rate_source: 'fixed, rounded rates',
    },
  })
})

test('a shared link opens even if its house has no known facts', async () => {
  await server.addListing({ id: 'bare', source: 'sample' })
  const { body } = await shared('bare')
  expect(body).toMatchObject({ photo: null, sample: true, City: null, 'Sale Price': null })
})

test('everyone who opens a shared link sees the same facts, and nothing that identifies the house or its seller', async () => {
  await addHouse({ ...UNSHARED, photos: [PICTURE, ...OTHER_PICTURES] })
  const admin = await server.addAdmin()
  const whole = await server.call(admin, getListing, { id: HOUSE.id })
  const visitors = await shared(HOUSE.id)
  expect((await shared(HOUSE.id, admin)).body).toEqual(visitors.body)

  const answer = JSON.stringify(visitors.body)
  const unshared = [...texts(UNSHARED), ...texts(OTHER_PICTURES)]
  // Most of the secret texts must be in the full record. Otherwise the test would search for texts
  // that no record contains.
  expect(unshared.filter((text) => texts(whole.body).includes(text)).length).toBeGreaterThan(9)
  for (const text of unshared) expect(answer).not.toContain(text)
  const given = new Set(texts(visitors.body))
  const kept = texts(whole.body).filter((text) => !given.has(text))
  for (const text of kept) expect(answer).not.toContain(JSON.stringify(text))
})

test('a shared link to an unknown house and a shared link to a withdrawn house are refused with different messages', async () => {
  await addHouse({ withdrawnAt: new Date() })
  expect(await shared(HOUSE.id)).toMatchObject({
    status: 404,
    body: { detail: 'This house is no longer offered.' },
  })
  expect(await shared('nowhere')).toMatchObject({
    status: 404,
    body: { detail: 'There is no house at this link.' },
  })
})

test('a request for a shared house that has not changed gets the status 304', async () => {
  await addHouse()
  const etag = (await shared(HOUSE.id)).headers.get('etag') ?? ''
  const ask = () =>
    server.fetch(`/v1/shared-listings/${HOUSE.id}`, { headers: { 'if-none-match': etag } })
  expect((await ask()).status).toBe(304)
  await server.services.db.update(schema.listings).set({ priceYen: 5_000_000 })
  expect((await ask()).status).toBe(200)
})

describe('when a link has a key', () => {
  const keyOf = async (id: string) => {
    const { body } = await server.call(await server.addSubscriber(), getListing, { id })
    return body.shareKey
  }
  const openKeyless = (id: string, ip?: string) =>
    server.call(null, getSharedListing, { id }, ip).then(({ status }) => status)

  test('records for people with access contain the key of the shared link, and public records do not (checks 25, 26)', async () => {
    await addHouse()
    const ana = await server.addSubscriber()
    await server.call(ana, addFavorite, { listing_id: HOUSE.id })
    const { body: found } = await server.call(ana, searchListings, {})
    const { body: favorites } = await server.call(ana, listFavorites, {})
    const key = await keyOf(HOUSE.id)
    expect(key).toMatch(/^[\da-f]{16}$/)
    expect([found.results, favorites.listings].map(([first]) => first?.shareKey)).toEqual([
      key,
      key,
    ])

    const { body: free } = await server.call(null, listFreeListings, {})
    const { body: opened } = await shared(HOUSE.id)
    expect(JSON.stringify([free, opened])).not.toContain(key)
  })

  test('the key of a shared link differs for each house, and cannot be derived from other keys', async () => {
    await addHouse()
    await addHouse({ id: 'house-2' })
    expect(await keyOf('house-2')).not.toBe(await keyOf('house-1'))
    const key = await keyOf('house-1')
    for (let i = 0; i < 120; i++) await openKeyless('house-1')
    expect((await server.call(null, getSharedListing, { id: 'house-2', key })).status).toBe(429)
  })

  test('shared links with a key can be opened even after a network has reached the limit for links without a key (checks 25, 26)', async () => {
    await addHouse()
    const key = await keyOf(HOUSE.id)
    // Each request with a guessed id counts towards the limit, although its house does not exist.
    for (let i = 0; i < 120; i++) expect(await openKeyless(`computed-${i}`)).toBe(404)
    const refused = await shared(HOUSE.id)
    expect([refused.status, refused.body.detail]).toEqual([
      429,
      'Too many opened links to houses. Please try again in 60 minutes.',
    ])
    expect(await openKeyless(HOUSE.id, '203.0.113.9')).toBe(200)
    expect((await server.call(null, getSharedListing, { id: HOUSE.id, key })).status).toBe(200)

    server.setNow('2026-01-15T01:00:00Z')
    for (let i = 0; i < 120; i++) expect(await openKeyless(HOUSE.id)).toBe(200)
    server.setNow('2026-01-15T02:00:00Z')
    for (let i = 0; i < 60; i++) expect(await openKeyless(HOUSE.id)).toBe(200)
    expect(await openKeyless(HOUSE.id)).toBe(429)
  })

  test('a shared link with a wrong key is treated like a link without a key, so keys cannot be guessed (check 25)', async () => {
    await addHouse()
    const guess = (key: string) => server.call(null, getSharedListing, { id: HOUSE.id, key })
    for (let i = 0; i < 120; i++) {
      expect((await guess(String(i).padStart(16, '0'))).status).toBe(200)
    }
    expect((await guess('f'.repeat(16))).status).toBe(429)
    expect((await guess('cut')).status).toBe(422)
  })
})

describe('when a person opens a shared link', () => {
  let app: ReturnType<typeof createApp>
  let page: string

  beforeEach(async () => {
    page = await readFile(new URL('../../index.html', import.meta.url), 'utf8')
    app = serve({ ...server.services, siteUrl: () => 'http://engawa.example' })
  })

  function serve(services: TestServer['services']) {
    const directory = testDirectory()
    writeFileSync(join(directory, 'index.html'), page)
    return createApp(services, { clientDirectory: directory })
  }

  const open = (path: string, headers = {}) =>
    app.request(`http://engawa.example${path}`, { headers })

  async function headOf(path: string) {
    const html = await (await open(path)).text()
    return readHead(html)
  }

  test('the page of a shared link describes its house to chat apps', async () => {
    await addHouse()
    expect(await headOf('/listings?listing=house-1')).toEqual({
      title: 'House in Yabu, Hyogo · 6DK · 98.5 m² · Engawa',
      canonical: 'http://engawa.example/listings?listing=house-1',
      description: '¥5,800,000 (about $38,700) · 6DK · 98.5 m² · 1,230 m² land · built 1975',
      'og:type': 'website',
      'og:site_name': 'Engawa',
      'og:title': 'House in Yabu, Hyogo · 6DK · 98.5 m²',
      'og:description': '¥5,800,000 (about $38,700) · 6DK · 98.5 m² · 1,230 m² land · built 1975',
      'og:url': 'http://engawa.example/listings?listing=house-1',
      'og:image': `http://engawa.example/images/${PICTURE.path}?w=1200`,
      'og:image:type': 'image/jpeg',
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': 'House in Yabu, Hyogo · 6DK · 98.5 m²',
      'twitter:card': 'summary_large_image',
    })
  })

  test.each([
    ['land has its area', { layout: null, buildingArea: null }, '· 1,230 m² land'],
    ['nothing is known', { layout: null, buildingArea: null, landArea: null }, ''],
    [
      "the source's own text stays out",
      { buildingArea: null, buildingAreaText: '約百坪' },
      '· 6DK · 1,230 m² land',
    ],
  ])('the title of a shared page distinguishes houses of one city: %s', async (_, facts, end) => {
    await addHouse(facts)
    const { title } = await headOf('/listings?listing=house-1')
    expect(title).toBe(['House in Yabu, Hyogo', end, '· Engawa'].filter(Boolean).join(' '))
  })

  test('the page of a shared link states the price in dollars at the rate of today', async () => {
    await addHouse({ priceYen: 5_800_000, priceCents: 1 })
    const { description } = await headOf('/listings?listing=house-1')
    expect(description).toMatch(/^¥5,800,000 \(about \$38,700\) · /)
  })

  test('the page of a shared link repeats the key of the requested link only if the key is right', async () => {
    await addHouse()
    const { body } = await server.call(await server.addSubscriber(), getListing, { id: HOUSE.id })
    const address = `http://engawa.example/listings?listing=house-1&key=${body.shareKey}`
    expect(await headOf(`/listings?listing=house-1&key=${body.shareKey}`)).toMatchObject({
      canonical: address,
      'og:url': address,
    })
    const keyless = await (await open('/listings?listing=house-1&key="><b>')).text()
    expect(keyless).not.toContain(body.shareKey)
    expect(readHead(keyless)['og:url']).toBe('http://engawa.example/listings?listing=house-1')
  })

  test('after one network has opened many shared links without a key, the server sends the page without the house (checks 25, 26)', async () => {
    await addHouse()
    for (let i = 0; i < 120; i++) await open(`/listings?listing=computed-${i}`)
    const answer = await open('/listings?listing=house-1')
    expect([answer.status, await answer.text()]).toEqual([200, page])
  })

  test('the page of a shared link leaves out the facts that are unknown', async () => {
    await server.addListing({ id: 'bare', source: 'sample' })
    expect(await headOf('/listings?listing=bare')).toEqual({
      title: 'Property in Japan · Engawa',
      'og:description': 'Sample · Price not stated',
      'og:type': 'website',
      'og:site_name': 'Engawa',
      'og:title': 'Property in Japan',
      'og:url': 'http://engawa.example/listings?listing=bare',
      canonical: 'http://engawa.example/listings?listing=bare',
      description: 'Sample · Price not stated',
      'twitter:card': 'summary',
    })
  })

  test('the page of a shared link states the size of the preview image, also for a small photo', async () => {
    await addHouse({ photos: [{ ...PICTURE, width: 640, height: 427 }] })
    expect(await headOf('/listings?listing=house-1')).toMatchObject({
      'og:image:width': '1200',
      'og:image:height': '630',
    })
  })

  test('the page of a shared link contains only public facts of the house', async () => {
    await addHouse({ ...UNSHARED, photos: [PICTURE, ...OTHER_PICTURES] })
    const html = await (await open('/listings?listing=house-1')).text()
    expect(html).toContain('House in Yabu')
    for (const text of [...texts(UNSHARED), ...texts(OTHER_PICTURES)]) {
      expect(html).not.toContain(text)
    }
  })

  test("the page of a shared link escapes markup in a source's text (check 51)", async () => {
    const hostile = `</title>"><script>alert('1')</script>&quot;$&$\`$'$1`
    await addHouse({ propertyType: hostile, city: hostile, layout: hostile })
    const html = await (await open('/listings?listing=house-1')).text()
    expect(html.match(/<script/g)).toEqual(page.match(/<script/g))
    expect(html.match(/<\/title>/g)).toHaveLength(1)
    const { title, 'og:title': ogTitle, description } = readHead(html)
    expect(title).toBe(`${hostile} in ${hostile}, Hyogo · ${hostile} · 98.5 m² · Engawa`)
    expect(ogTitle).toBe(`${hostile} in ${hostile}, Hyogo · ${hostile} · 98.5 m²`)
    expect(description).toContain(hostile)
  })

  test('without server-side rendering, a shared link opens index.html with changes only in its head', async () => {
    await addHouse()
    const html = await (await open('/listings?listing=house-1')).text()
    const rest = (text: string) => text.slice(text.indexOf('<meta name="viewport"'))
    expect(rest(html)).toBe(rest(page))
    expect(html).not.toContain('Look at some of them for free')
  })

  test.each([
    ['that was withdrawn', 'house-1', 'This house is no longer offered.'],
    ['that never existed', 'nowhere', 'There is no house at this link.'],
    ['with an impossible id', '%00%3Cb%3E', 'There is no house at this link.'],
  ])(
    'the page of a shared link to a house %s says that there is no such house on offer',
    async (_what, id, sentence) => {
      await addHouse({ withdrawnAt: new Date() })
      const answer = await open(`/listings?listing=${id}`)
      expect(answer.status).toBe(200)
      expect(readHead(await answer.text())).toEqual({
        title: 'House not found · Engawa',
        description: sentence,
        robots: 'noindex',
      })
    },
  )

  test('the URLs in the page of a shared link begin with the configured public address', async () => {
    await addHouse()
    app = serve({ ...server.services, siteUrl: () => 'https://houses.example/' })
    expect(await headOf('/listings?listing=house-1')).toMatchObject({
      canonical: 'https://houses.example/listings?listing=house-1',
      'og:image': `https://houses.example/images/${PICTURE.path}?w=1200`,
    })
  })

  test('the URLs in the page of a shared link begin with the configured public address, whatever host and scheme the request names (check 20)', async () => {
    await addHouse()
    const answer = await app.request('http://evil.example/listings?listing=house-1', {
      headers: {
        host: 'evil.example',
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'gopher',
        forwarded: 'host=evil.example;proto=gopher',
      },
    })
    expect(await answer.text()).toBe(await (await open('/listings?listing=house-1')).text())
  })

  test.each([
    '/listings',
    '/listings?listing=',
    '/listings?prefecture=hyogo',
    '/login?listing=house-1',
  ])('the server renders no house into the page at %s', async (path) => {
    await addHouse()
    expect(await (await open(path)).text()).toBe(page)
  })

  test('if the database is down, the page of a shared link opens without the house, and the error is reported', async () => {
    const logError = vi.fn()
    const nowhere = drizzle('postgres://nobody@127.0.0.1:1/nothing')
    app = serve({ ...server.services, db: nowhere as TestServer['services']['db'], logError })
    const answer = await open('/listings?listing=house-1')
    expect([answer.status, await answer.text()]).toEqual([200, page])
    expect(logError).toHaveBeenCalledOnce()
  })

  test('the browser revalidates the page of a shared link each time, and the server sends the page again only if the house has changed', async () => {
    await addHouse()
    const first = await open('/listings?listing=house-1')
    expect(first.headers.get('cache-control')).toBe('no-cache')
    const etag = first.headers.get('etag') ?? ''
    const again = () => open('/listings?listing=house-1', { 'if-none-match': etag })
    expect((await again()).status).toBe(304)
    await server.services.db.update(schema.listings).set({ city: 'Asago' })
    expect((await again()).status).toBe(200)
  })

  test('the page of a shared link is compressed for clients that accept compression', async () => {
    await addHouse()
    const answer = await open('/listings?listing=house-1', { 'accept-encoding': 'br' })
    expect(answer.headers.get('content-encoding')).toBe('br')
    expect(answer.headers.get('content-type')).toMatch('text/html')
    const html = brotliDecompressSync(await answer.arrayBuffer()).toString()
    expect(readHead(html)['og:title']).toBe('House in Yabu, Hyogo · 6DK · 98.5 m²')
  })
})

/** Returns all texts in a value, at any depth. Dates become ISO texts. */
function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (value instanceof Date) return [value.toISOString()]
  return value && typeof value === 'object' ? Object.values(value).flatMap(texts) : []
}

/** Returns the metadata in the page's head, as a chat app reads it. */
function readHead(html: string): Record<string, string | undefined> {
  const head = html.slice(0, html.indexOf('</head>'))
  const metas = head.matchAll(
    /<meta\s+(?:name|property)="(description|robots|og:.*?|twitter:.*?)"\s+content="([^"]*)"/g,
  )
  return {
    title: unescapeHtml(head.match(/<title>([^<]*)<\/title>/)?.[1]),
    canonical: unescapeHtml(head.match(/<link rel="canonical" href="([^"]*)"/)?.[1]),
    ...Object.fromEntries([...metas].map(([, name, content]) => [name, unescapeHtml(content)])),
  }
}

const CHARACTERS: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&', '#39': "'" }

function unescapeHtml(text: string | undefined) {
  return text?.replace(/&([a-z]+|#\d+);/g, (entity, name: string) => CHARACTERS[name] ?? entity)
}
