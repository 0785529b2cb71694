import { createHash } from 'node:crypto'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { PHOTO_WIDTHS } from '#contract/photos.ts'
import { openImages } from '#server/images/images.ts'
import { jpeg } from '#tests/support/pictures.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'
import { testDirectory } from '#tests/support/test-directory.ts'

let server: TestServer
beforeEach(async () => {
  server = await startServer()
})

test('an original photo is cacheable forever, and revalidation sends no body', async () => {
  const { path } = await server.services.images.store(await jpeg())
  const response = await server.fetch(`/images/${path}`)
  const content = Buffer.from(await response.arrayBuffer())
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'image/jpeg',
    'content-length': String(content.length),
    'content-disposition': 'inline',
    'x-content-type-options': 'nosniff',
  })
  expect(response.headers.has('vary')).toBe(false)
  expect(await sharp(content).metadata()).toMatchObject({ format: 'jpeg', width: 640 })

  const etag = response.headers.get('etag') ?? ''
  const again = await server.fetch(`/images/${path}`, { headers: { 'if-none-match': etag } })
  expect({ status: again.status, body: await again.text() }).toEqual({ status: 304, body: '' })

  const head = await server.fetch(`/images/${path}`, { method: 'HEAD' })
  expect({ status: head.status, body: await head.text() }).toEqual({ status: 200, body: '' })
  expect(head.headers.get('content-length')).toBe(String(content.length))
})

test('each copy of a photo is a WebP of the requested width, with an ETag of its own', async () => {
  const { path } = await server.services.images.store(await jpeg(1600, 1200))
  const tags = new Set<string | null>()
  for (const width of PHOTO_WIDTHS) {
    const response = await server.fetch(`/images/${path}?w=${width}`)
    expect(response.headers.get('content-type')).toBe('image/webp')
    expect(await measure(response)).toEqual({ format: 'webp', width, height: width * 0.75 })
    tags.add(response.headers.get('etag'))
  }
  expect(tags.size).toBe(PHOTO_WIDTHS.length)
})

test('a copy of a photo is never larger than the photo', async () => {
  const { images } = server.services
  const photo = await images.store(await jpeg(640, 480))
  expect(await measure(await server.fetch(`/images/${photo.path}?w=1280`))).toMatchObject({
    width: 640,
  })
})

test('a request for an AVIF copy that does not exist yet gets a 404, which is not cached', async () => {
  const { images } = server.services
  const { path } = await images.store(await jpeg())
  const early = await server.fetch(`/images/${path}?w=320&f=avif`)
  expect(early.status).toBe(404)
  expect(early.headers.get('cache-control')).toBe('no-store')

  await images.makeAvif(path, 320)
  const made = await server.fetch(`/images/${path}?w=320&f=avif`)
  expect(made.headers.get('content-type')).toBe('image/avif')
  expect(await measure(made)).toEqual({ format: 'heif', width: 320, height: 240 })
})

test('a photo that is opened as a page can load nothing', async () => {
  const { path } = await server.services.images.store(await jpeg())
  const policy = (await server.fetch(`/images/${path}`)).headers.get('content-security-policy')
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain('sandbox')
})

test.each([
  ...['?w=', '?w=0', '?w=321', '?w=0320', '?w=320.0', '?w=320&w=720', '?w[]=320', '?w=9e9'],
  ...[
    '?f=avif',
    '?f=avif&w=320',
    '?w=320&f=webp',
    '?w=320&f=',
    '?w=320&x=1',
    '?q=100',
    '?__proto__=1',
  ],
])('a picture with the query %s is refused', async (query) => {
  const { path } = await server.services.images.store(await jpeg())
  const response = await server.fetch(`/images/${path}${query}`)
  expect(response.status).toBe(404)
  expect(await response.json()).toEqual({ detail: 'Not found' })
})

describe('when a request is not for a picture of the site', () => {
  const digest = createHash('sha256').update('secret').digest('hex')

  beforeEach(async () => {
    const directory = testDirectory()
    const pictures = join(directory, 'data', 'pictures')
    const folder = join(pictures, digest.slice(0, 2))
    // If the server did not check paths, the names below would lead to these files.
    const secrets = [join(directory, 'secret'), join(pictures, 'se', 'secret')]
    for (const path of [...secrets, join(folder, `${digest}-720.webp`)]) {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, 'secret')
    }
    symlinkSync(join(directory, 'secret'), join(folder, `${digest}.jpg`))
    server = await startServer({ images: openImages(pictures) })
  })

  test.each([
    ...[
      '..%2fsecret',
      '..%2F..%2Fsecret',
      '%2e%2e%2fsecret',
      '%252e%252e%252fsecret',
      '....//secret',
    ],
    ...['..%5csecret', '..\\secret', '%2fetc%2fpasswd', '//etc/passwd', 'secret', 'secret%00.jpg'],
    ...[`${digest}.jpg%00`, `${digest}.jpg%0a`, `${digest}.jpg/..`, `${digest}.png`, `${digest}`],
    ...[`${digest.toUpperCase()}.jpg`, `${digest}-720.webp`, '%ff', '%', '', 'a'.repeat(100)],
    `${digest}.jpg`,
  ])('no picture is found at /images/%s (check 45)', async (path) => {
    for (const query of ['', '?w=320']) {
      const response = await server.fetch(`/images/${path}${query}`)
      expect(response.status).toBe(404)
      expect(await response.json()).toEqual({ detail: 'Not found' })
    }
  })
})

async function measure(response: Response) {
  const { format, width, height } = await sharp(await response.arrayBuffer()).metadata()
  return { format, width, height }
}
