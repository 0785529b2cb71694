import { readdirSync } from 'node:fs'
import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import { getAccount, type User } from '#contract/account.ts'
import { openUploads } from '#server/files/uploads.ts'
import {
  animation,
  colourAt,
  decompressionBomb,
  floorPlanWithoutPaper,
  HEIC,
  HEIC_OF_OTHERS,
  jpeg,
  phonePhoto,
  truncate,
  twoColours,
  withAppendedArchive,
  withAppendedHtml,
  withEmbeddedHtml,
} from '#tests/support/pictures.ts'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'
import { testDirectory } from '#tests/support/test-directory.ts'

let server: TestServer
let ana: Person
beforeEach(async () => {
  server = await startServer()
  ana = await server.addUser()
})

async function upload(content: Uint8Array<ArrayBuffer> | string) {
  const response = await send(form([['file', new File([content], 'me.jpg')]]))
  const body = (await response.json()) as User & { detail?: string }
  return { status: response.status, body }
}

async function picture() {
  const { profile_picture } = (await server.call(ana, getAccount, {})).body.user
  return profile_picture
}

function bytesOf(dataUrl: string | null) {
  const [, base64 = ''] = dataUrl?.match(/^data:image\/jpeg;base64,([\w+/]+=*)$/) ?? []
  return Buffer.from(base64, 'base64')
}

test.each([
  ['a photo of 12 megapixels with its location', () => phonePhoto(4000, 3000), 'red'],
  ['a JPEG that lacks its last bytes', async () => truncate(await jpeg()), 'red'],
  [
    'a PNG of 40 megapixels',
    () => twoColours(8000, 5000).png({ compressionLevel: 1 }).toBuffer(),
    'red',
  ],
  ['an animated GIF', animation, 'red'],
  ['a WebP', () => twoColours(640, 480).webp().toBuffer(), 'red'],
  ['a PNG of lines without a background', floorPlanWithoutPaper, 'white'],
  ['a picture of a few pixels', () => jpeg(16, 12), 'red'],
  ['an AVIF', () => twoColours(640, 480).avif({ effort: 0 }).toBuffer(), 'red'],
  ['a JPEG followed by an HTML page', withAppendedHtml, 'red'],
  ['a JPEG with an HTML page in its metadata', withEmbeddedHtml, 'red'],
  ['a PNG followed by an archive', withAppendedArchive, 'red'],
])(
  'as a profile picture, %s becomes a 512-pixel square without metadata (checks 42, 43)',
  async (_what, make, colour) => {
    const { status, body } = await upload(new Uint8Array(await make()))
    expect(status).toBe(200)
    expect(body.profile_picture).toBe(await picture())
    const kept = bytesOf(await picture())
    const { format, width, height, exif, xmp, iptc, icc, pages } = await sharp(kept).metadata()
    expect({ format, width, height, exif, xmp, iptc, icc, pages }).toEqual({
      format: 'jpeg',
      width: 512,
      height: 512,
    })
    for (const trace of ['Hanako', '<script>', 'secret.txt'])
      expect(kept.includes(trace)).toBe(false)
    expect(await colourAt(kept, 5, 5)).toBe(colour)
  },
)

const NO_PICTURE = 'The file is not a JPEG, PNG, WebP, GIF or AVIF picture'
const DAMAGED = 'The picture is damaged or cut off'

test.each([
  ['HEIC', async () => HEIC, 422, 'HEIC pictures cannot be read. Save the picture as JPEG first.'],
  [
    'HEIC from another device',
    async () => HEIC_OF_OTHERS,
    422,
    'HEIC pictures cannot be read. Save the picture as JPEG first.',
  ],
  ['a drawing with a script', async () => '<svg><script>1</script></svg>', 422, NO_PICTURE],
  [
    'a drawing with an XML header',
    async () => '<?xml version="1.0"?><svg onload="alert(1)"/>',
    422,
    NO_PICTURE,
  ],
  ['an HTML page', async () => '<!doctype html><script>1</script>', 422, NO_PICTURE],
  ['an HTML page that starts like a GIF', async () => 'GIF89a/*<script>*/=1', 422, DAMAGED],
  ['a text', async () => 'It is me', 422, NO_PICTURE],
  ['nothing', async () => '', 422, 'The file is empty'],
  [
    'a JPEG that is cut off before its first pixel',
    async () => (await jpeg()).subarray(0, 200),
    422,
    DAMAGED,
  ],
  [
    'a cut-off PNG',
    async () => truncate(await twoColours(640, 480).png().toBuffer()),
    422,
    DAMAGED,
  ],
  ['a cut-off GIF', async () => truncate(await animation()), 422, DAMAGED],
  [
    'a cut-off WebP',
    async () => truncate(await twoColours(640, 480).webp().toBuffer()),
    422,
    DAMAGED,
  ],
  [
    '3,600 megapixels in a few bytes',
    decompressionBomb,
    413,
    'The picture has more than 50 megapixels',
  ],
  [
    'an AVIF of 13 megapixels',
    () => twoColours(4000, 3250).avif({ effort: 0 }).toBuffer(),
    413,
    'The picture has more than 12 megapixels',
  ],
  [
    'an interlaced PNG of 26 megapixels',
    () => twoColours(6500, 4000).png({ progressive: true, compressionLevel: 1 }).toBuffer(),
    413,
    'The picture has more than 25 megapixels',
  ],
  [
    'a GIF of 26 megapixels',
    () => twoColours(6500, 4000).gif({ effort: 1 }).toBuffer(),
    413,
    'The picture has more than 25 megapixels',
  ],
  ['21 MB', async () => Buffer.alloc(21_000_000, 0xff), 413, 'The file is larger than 20 MB'],
])(
  'as a profile picture, %s is refused with a sentence, and the previous picture stays (checks 41, 42)',
  async (_, make, status, detail) => {
    await upload(new Uint8Array(await jpeg()))
    const before = await picture()
    const content = await make()
    const answer = await upload(typeof content === 'string' ? content : new Uint8Array(content))
    expect({ status: answer.status, detail: answer.body.detail }).toEqual({ status, detail })
    expect(await picture()).toBe(before)
  },
)

function send(body: BodyInit, headers: Record<string, string> = {}) {
  return server.fetch('/v1/auth/me/profile-picture', {
    method: 'PUT',
    headers: { authorization: `Bearer ${ana.token}`, ...headers },
    body,
    duplex: 'half',
  } as RequestInit)
}

function form(fields: [string, string | Blob][]) {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  return form
}

const multipart = { 'content-type': 'multipart/form-data; boundary=x' }
const FILE = new Blob(['a picture'])
const FIELD = 'Content-Disposition: form-data; name='
const FILE_PART = `${FIELD}"file"; filename="me.jpg"`

test.each([
  [
    'two files',
    () =>
      form([
        ['file', FILE],
        ['file', FILE],
      ]),
    {},
    422,
    'file can be given only once',
  ],
  [
    'another field',
    () =>
      form([
        ['file', FILE],
        ['user_id', 'x'],
      ]),
    {},
    422,
    'user_id is not a field here',
  ],
  ['no file', () => form([]), {}, 422, 'No file selected'],
  ['a text in place of a file', () => form([['file', 'x']]), {}, 422, 'No file selected'],
  ['a body that is not a form', () => 'x', multipart, 400, 'The body is not a form'],
  [
    'JSON',
    () => '{"file":"x"}',
    { 'content-type': 'application/json' },
    415,
    'This address does not accept application/json',
  ],
])(
  'an upload of a profile picture with %s is refused (checks 40, 44)',
  async (_, body, headers, status, detail) => {
    const response = await send(body(), headers)
    expect({ status: response.status, body: await response.json() }).toEqual({
      status,
      body: { detail },
    })
  },
)

test('if the upload of a profile picture does not declare its size, the server reads at most 20 MB of it (check 40)', async () => {
  let given = 0
  const endless = new ReadableStream({
    start: (controller) => controller.enqueue(Buffer.from(`--x\r\n${FILE_PART}\r\n\r\n`)),
    pull(controller) {
      given += 1_000_000
      controller.enqueue(new Uint8Array(1_000_000))
    },
  })
  const response = await send(endless, multipart)
  expect(response.status).toBe(413)
  expect(response.headers.get('connection')).toBe('close')
  expect(given).toBeLessThan(30_000_000)
})

test.each([
  ['empty parts', '--x', '\r\n\r\n\r\n--x', 400],
  ['fields', '--x', `\r\n${FIELD}"a"\r\n\r\n\r\n--x`, 422],
  ['files', '--x', `\r\n${FILE_PART}\r\n\r\n\r\n--x`, 422],
  ['header lines of a file', '--x\r\n', 'A: b\r\n', 400],
  ['a single header line of a file', `--x\r\n${FIELD}"`, '%22', 400],
  ['text before the form', '', 'nothing of it\r\n', 400],
  ['other boundaries', '', '--y\r\n', 400],
  ['dashes', '--x', '-', 422],
])(
  'if the upload of a profile picture has 19 MB of %s, the server reads it only up to the first error (check 40)',
  async (_, start, more, status) => {
    const bytes = new TextEncoder()
    let given = 0
    const body = new ReadableStream(
      {
        start: (controller) => controller.enqueue(bytes.encode(start)),
        pull(controller) {
          given += 100_000
          if (given > 19_000_000) controller.close()
          else controller.enqueue(bytes.encode(more.repeat(100_000 / more.length)))
        },
      },
      { highWaterMark: 0 },
    )
    expect((await send(body, multipart)).status).toBe(status)
    expect(given).toBeLessThanOrEqual(200_000)
  },
)

test('after too many uploads of profile pictures, the next upload is refused before its body is read (check 40)', async () => {
  const tries = Array.from({ length: 20 }, () => send('x', multipart))
  expect((await Promise.all(tries)).map(({ status }) => status)).toEqual(Array(20).fill(400))
  let isRead = false
  const body = new ReadableStream(
    {
      pull() {
        isRead = true
      },
    },
    { highWaterMark: 0 },
  )
  expect((await send(body, multipart)).status).toBe(429)
  expect(isRead).toBe(false)
})

test('an upload of a profile picture leaves no file on the disk, whether it was accepted or not', async () => {
  const directory = testDirectory()
  server = await startServer({ uploads: openUploads(directory) })
  ana = await server.addUser()
  expect((await upload(new Uint8Array(await jpeg(16, 12)))).status).toBe(200)
  expect((await upload('It is me')).status).toBe(422)
  expect(
    (
      await send(
        form([
          ['file', FILE],
          ['file', FILE],
        ]),
      )
    ).status,
  ).toBe(422)
  expect(readdirSync(directory)).toEqual([])
})

test('an upload of a profile picture without a session is refused before the body is read (check 40)', async () => {
  let isRead = false
  const body = new ReadableStream(
    {
      pull() {
        isRead = true
      },
    },
    { highWaterMark: 0 },
  )
  const response = await send(body, { ...multipart, authorization: 'Bearer x' })
  expect(response.status).toBe(401)
  expect(isRead).toBe(false)
})

test('a person can change the profile picture twenty times in an hour', async () => {
  const content = new Uint8Array(await jpeg(16, 12))
  for (let number = 0; number < 20; number++) expect((await upload(content)).status).toBe(200)
  expect(await upload(content)).toMatchObject({
    status: 429,
    body: { detail: 'Too many new profile pictures. Please try again in 60 minutes.' },
  })
})
