import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readFormFile } from '#server/http/form-file.ts'

const BOUNDARY = '----WebKitFormBoundaryabcd'

/** Generates pieces of a file, including pieces that resemble the end of the file. */
const piece = fc.oneof(
  fc.uint8Array({ maxLength: 40 }),
  fc
    .constantFrom('\r\n', '\r\n--', `\r\n--${BOUNDARY.slice(0, -1)}`, `--${BOUNDARY}`, '-', '\r')
    .map((text) => new TextEncoder().encode(text)),
)
const content = fc.array(piece).map((pieces) => Buffer.concat(pieces))

/** Splits the bytes at any position, as a network may. */
function* toChunks(bytes: Buffer, sizes: number[]) {
  let start = 0
  for (const size of sizes) {
    yield bytes.subarray(start, start + size)
    start += size
  }
  yield bytes.subarray(start)
}

async function* toAsyncChunks(pieces: Iterable<Uint8Array>) {
  yield* pieces
}

function formOf(file: Buffer, after: string) {
  const header = 'Content-Disposition: form-data; name="file"; filename="a; name=&quot;b.jpg"'
  const start = `--${BOUNDARY}\r\n${header}\r\nContent-Type: image/jpeg\r\n\r\n`
  return Buffer.concat([Buffer.from(start), file, Buffer.from(`\r\n--${BOUNDARY}${after}`)])
}

const options = { contentType: `multipart/form-data; boundary="${BOUNDARY}"`, field: 'file' }

test('however a form is split into chunks, the bytes of its file are read unchanged', async () => {
  const sizes = fc.array(fc.integer({ min: 0, max: 60 }))
  const after = fc.constantFrom('--', '--\r\n', '--\r\nwhat nobody reads')
  await fc.assert(
    fc.asyncProperty(content, sizes, after, async (file, sizes, after) => {
      // Skip files that contain the boundary, because a client chooses a boundary that does not
      // occur in the file.
      fc.pre(!file.includes(`\r\n--${BOUNDARY}`) && !file.subarray(0, 30).includes(`--${BOUNDARY}`))
      const read: Uint8Array[] = []
      const pieces = toAsyncChunks(toChunks(formOf(file, after), sizes))
      for await (const bytes of readFormFile(pieces, options)) read.push(bytes)
      expect(Buffer.concat(read).equals(file)).toBe(true)
    }),
  )
})

test.each([
  ['without an end', '\r\n'],
  ['with half an end', '-'],
  ['with more after its boundary', 'more'],
])('an uploaded form %s is refused', async (_, after) => {
  const pieces = toAsyncChunks([formOf(Buffer.from('a picture'), after)])
  await expect(async () => {
    for await (const _bytes of readFormFile(pieces, options));
  }).rejects.toThrow('The body is not a form')
})
