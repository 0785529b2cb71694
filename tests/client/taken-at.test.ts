import { expect, test } from 'vitest'
import { readTakenAt } from '#client/notes/own-photos/taken-at.ts'
import { jpeg, photoTakenAt } from '#tests/support/pictures.ts'

const NOW = new Date('2026-11-25T12:00:00Z')
const FILE_DATE = '2026-11-20T08:30:00.000Z'

function read(content: Buffer, lastModified = FILE_DATE) {
  const options = { lastModified: new Date(lastModified).getTime() }
  return readTakenAt(new File([new Uint8Array(content)], 'photo.jpg', options), NOW)
}

test.each([
  ['2026:11:24 10:15:00', '+09:00', '2026-11-24T01:15:00.000Z'],
  ['2026:11:24 10:15:00', '-05:00', '2026-11-24T15:15:00.000Z'],
  // Without a time zone, the time is a time in Japan.
  ['2026:11:24 00:30:00', undefined, '2026-11-23T15:30:00.000Z'],
])('a photo with the time %s and the zone %s was taken at %s', async (time, zone, expected) => {
  const takenAt = await read(await photoTakenAt(time, zone))
  expect(takenAt.toISOString()).toBe(expected)
})

test('the time of a photo is read correctly if its EXIF data is big-endian', async () => {
  const text = '2026:11:24 10:15:00\0'
  const tiff = Buffer.alloc(44)
  tiff.write('MM\0*', 'latin1')
  tiff.writeUInt32BE(8, 4)
  writeEntry(8, 0x8769, 4, 26)
  writeEntry(26, 0x9003, 2, 44)
  const photo = Buffer.concat([
    Buffer.from('\xff\xd8\xff\xe1\0\0Exif\0\0', 'latin1'),
    tiff,
    Buffer.from(text),
  ])
  expect((await read(photo)).toISOString()).toBe('2026-11-24T01:15:00.000Z')

  /** Writes a directory with one entry. */
  function writeEntry(at: number, tag: number, type: number, value: number) {
    tiff.writeUInt16BE(1, at)
    tiff.writeUInt16BE(tag, at + 2)
    tiff.writeUInt16BE(type, at + 4)
    tiff.writeUInt32BE(1, at + 6)
    tiff.writeUInt32BE(value, at + 10)
  }
})

test.each([
  ['a photo without EXIF data', () => jpeg()],
  ['a photo whose time is no time', () => photoTakenAt('2026:99:24 10:15:00')],
  ['a photo from a camera whose clock is not set', () => photoTakenAt('0000:00:00 00:00:00')],
  ['a photo from the future', () => photoTakenAt('2027:11:24 10:15:00')],
  ['a photo whose EXIF data is cut off', async () => cutInExif(await photoTakenAt('2026:11:24'))],
])('the date of the file counts as the date of %s', async (_, photo) => {
  expect((await read(await photo())).toISOString()).toBe(FILE_DATE)
})

function cutInExif(photo: Buffer) {
  return photo.subarray(0, photo.indexOf('Exif') + 20)
}

test.each(['1970-01-01T00:00:00Z', '2030-01-01T00:00:00Z'])(
  'if a photo has no EXIF data and its file has the impossible date %s, the app uses the time at which the photo was added',
  async (lastModified) => {
    expect(await read(await jpeg(), lastModified)).toEqual(NOW)
  },
)
