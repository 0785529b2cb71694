import { spawnSync } from 'node:child_process'
import {
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { isCutOff } from '#server/images/convert-image.ts'
import { openImages } from '#server/images/images.ts'
import {
  animation,
  colourAt,
  decompressionBomb,
  floorPlanWithoutPaper,
  HEIC,
  jpeg,
  phonePhoto,
  truncate,
  twoColours,
  withAppendedHtml,
  withAppendedVideo,
  withScans,
} from '#tests/support/pictures.ts'
import { testDirectory } from '#tests/support/test-directory.ts'

test("a phone's photo is stored upright, smaller, and without its location and author", async () => {
  const images = openImages(testDirectory())
  const photo = await phonePhoto(4000, 3000)
  expect(photo.includes('Hanako')).toBe(true)
  const { path, width, height } = await images.store(photo)

  const kept = await read(images, path)
  expect({ width, height }).toEqual({ width: 1920, height: 2560 })
  expect(await sharp(kept).metadata()).toMatchObject({ format: 'jpeg', width, height })
  expect(kept.includes('Exif') || kept.includes('Hanako')).toBe(false)
  // The EXIF orientation rotates the picture. Its left side becomes the top.
  expect(await colourAt(kept, 960, 10)).toBe('red')
  expect(await colourAt(kept, 960, 2550)).toBe('blue')
})

test.each([
  ['JPEG', () => jpeg(), 'red'],
  ['PNG with an alpha channel, on white', floorPlanWithoutPaper, 'white'],
  ['WebP', () => twoColours(640, 480).webp().toBuffer(), 'red'],
  ['animated GIF, of which the first frame is taken', animation, 'red'],
  ['AVIF', () => twoColours(640, 480).avif({ effort: 0 }).toBuffer(), 'red'],
  [
    'JPEG in the CMYK colours of print',
    () => twoColours(640, 480).toColourspace('cmyk').jpeg().toBuffer(),
    'red',
  ],
  ['JPEG followed by an HTML page', withAppendedHtml, 'red'],
  ['JPEG followed by a video', withAppendedVideo, 'red'],
])('a picture (%s) is stored as a clean JPEG', async (_type, picture, colour) => {
  const images = openImages(testDirectory())
  const kept = await read(images, (await images.store(await picture())).path)
  expect(await sharp(kept).metadata()).toMatchObject({ format: 'jpeg', space: 'srgb' })
  expect(await colourAt(kept, 5, 5)).toBe(colour)
  expect(kept.includes('<script>')).toBe(false)
})

test('a photo of 8160 × 6144 pixels, as cameras of 50 megapixels take it, is stored', async () => {
  const images = openImages(testDirectory())
  const photo = await twoColours(8160, 6144).jpeg({ quality: 50 }).toBuffer()
  const stored = await images.store(photo)
  expect(stored).toMatchObject({ width: 2560, height: 1928 })
  expect(await colourAt(await read(images, stored.path), 5, 5)).toBe('red')
})

test('a JPEG that lacks its last bytes shows the part that is there', async () => {
  const images = openImages(testDirectory())
  const [photo, { path, width, height }] = [
    await jpeg(),
    await images.store(truncate(await jpeg())),
  ]
  expect(isCutOff(photo)).toBe(false)
  expect(isCutOff(truncate(photo))).toBe(true)
  expect({ width, height }).toEqual({ width: 640, height: 480 })
  expect(await colourAt(await read(images, path), 5, 5)).toBe('red')
})

test('the copy for the previews of links is a JPEG of 1200 × 630 pixels and at most 300 kB', async () => {
  const images = openImages(testDirectory())
  const noise = await sharp({
    create: {
      ...{ width: 2000, height: 1500, channels: 3, background: 'grey' },
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .jpeg()
    .toBuffer()
  const { path } = await images.store(noise)
  const copy = Buffer.from((await images.read(path, { width: 1200, format: 'jpeg' })) ?? [])
  expect(await sharp(copy).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
  expect(copy.length).toBeLessThanOrEqual(300_000)
})

const NO_PICTURE = 'The file is not a JPEG, PNG, WebP, GIF or AVIF picture'
const DAMAGED = 'The picture is damaged or cut off'

test.each([
  ['an empty file', async () => Buffer.alloc(0), 422, 'The file is empty'],
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
  [
    'a cut-off WebP',
    async () => truncate(await twoColours(640, 480).webp().toBuffer()),
    422,
    DAMAGED,
  ],
  [
    'a drawing with a script',
    async () => Buffer.from('<svg><script>1</script></svg>'),
    422,
    NO_PICTURE,
  ],
  [
    'an HTML page named photo.jpg',
    async () => Buffer.from('<!doctype html><script>1</script>'),
    422,
    NO_PICTURE,
  ],
  [
    'an HTML page that starts like a GIF',
    async () => Buffer.from('GIF89a/*<script>*/=1'),
    422,
    DAMAGED,
  ],
  [
    'an HTML page that starts like a JPEG',
    async () => Buffer.from('\xff\xd8\xff<svg></svg>', 'latin1'),
    422,
    DAMAGED,
  ],
  ['HEIC', async () => HEIC, 422, 'HEIC pictures cannot be read. Save the picture as JPEG first.'],
  [
    '3,600 megapixels in a few bytes',
    decompressionBomb,
    413,
    'The picture has more than 50 megapixels',
  ],
  ['a JPEG that draws the same picture again and again', () => withScans(200), 422, DAMAGED],
  [
    '51 MB',
    async () => Buffer.alloc(51_000_000, '\xff\xd8\xff', 'latin1'),
    413,
    'The file is larger than 50 MB',
  ],
])(
  '%s is refused with an error message, and leaves no file behind',
  async (_what, content, status, detail) => {
    const directory = testDirectory()
    await expect(openImages(directory).store(await content())).rejects.toMatchObject({
      status,
      detail,
    })
    expect(filesIn(directory)).toEqual([])
  },
)

test('storing the same picture again adds no file', async () => {
  const directory = testDirectory()
  const images = openImages(directory)
  const photo = await jpeg()
  const [first, second] = await Promise.all([images.store(photo), images.store(photo)])
  expect(second).toEqual(first)
  const [kept = '', ...others] = filesIn(directory)
  expect(others).toEqual([])

  const { ino } = statSync(kept)
  expect(await openImages(directory).store(photo)).toEqual(first)
  expect(statSync(kept).ino).toBe(ino)
})

test('a process that dies while storing a picture leaves no picture, and its temporary file is removed', async () => {
  const directory = testDirectory()
  const photo = await jpeg()
  const { signal } = spawnSync(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', STORE_AND_CRASH, directory],
    { input: photo },
  )
  expect(signal).toBe('SIGKILL')
  const [remains = '', ...others] = filesIn(directory)
  expect(others).toEqual([])
  expect(remains).toContain('incoming')

  utimesSync(remains, 0, 0)
  const images = openImages(directory)
  const { path } = await images.store(photo)
  expect(filesIn(directory)).toHaveLength(1)
  expect(await sharp(await read(images, path)).metadata()).toMatchObject({ width: 640 })
})

test('a picture is stored although another process renames its temporary file meanwhile', async () => {
  const directory = testDirectory()
  mkdirSync(join(directory, 'incoming'))
  // `readdir` lists this link, but `stat` fails for it, as for a file that was renamed meanwhile.
  symlinkSync('nowhere', join(directory, 'incoming', 'renamed'))
  const images = openImages(directory)
  const { path } = await images.store(await jpeg())
  expect(await sharp(await read(images, path)).metadata()).toMatchObject({ width: 640 })
})

/** Stores a picture from standard input, and is killed just before the file gets its final name. */
const STORE_AND_CRASH = `
  import fs from 'node:fs/promises'
  import { syncBuiltinESMExports } from 'node:module'
  import { buffer } from 'node:stream/consumers'
  import { openImages } from '#server/images/images.ts'
  fs.rename = () => process.kill(process.pid, 'SIGKILL')
  syncBuiltinESMExports()
  await openImages(process.argv.at(-1)).store(await buffer(process.stdin))
`

test('concurrent requests for the same resized picture create it only once', async () => {
  const images = openImages(testDirectory())
  const { path } = await images.store(await jpeg())
  const ask = () => images.read(path, { width: 320, format: 'webp' })
  const [first, second] = await Promise.all([ask(), ask()])
  expect(first).not.toBeNull()
  expect(second).toBe(first)
})

test('a resized picture that cannot be stored is still served, and is stored as soon as its folder can be created', async () => {
  const directory = testDirectory()
  const { path } = await openImages(directory).store(await jpeg())
  const blocked = ['incoming', 'avif-requests'].map((name) => join(directory, name))
  for (const folder of blocked) {
    rmSync(folder, { recursive: true, force: true })
    // A file with the folder's name exists, so the folder cannot be created.
    writeFileSync(folder, '')
  }
  const reported: unknown[] = []
  // A new instance has no copies in memory, as after a restart.
  const images = openImages(directory, (error) => reported.push(error))
  const ask = async () =>
    Buffer.from((await images.read(path, { width: 320, format: 'webp' })) ?? [])
  expect(await sharp(await ask()).metadata()).toMatchObject({ format: 'webp', width: 320 })
  expect(reported).toEqual([expect.objectContaining({ syscall: 'mkdir' })])
  expect(await images.avifRequests.list().catch(() => [])).toEqual([])

  for (const folder of blocked) rmSync(folder)
  const copy = await ask()
  expect(filesIn(directory).filter((file) => file.endsWith('-320.webp'))).toHaveLength(1)
  expect(await images.avifRequests.list()).toEqual([path])
  expect(await ask()).toEqual(copy)
  expect(reported).toHaveLength(1)
})

function filesIn(directory: string) {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

async function read(images: ReturnType<typeof openImages>, path: string) {
  return Buffer.from((await images.read(path)) ?? [])
}
