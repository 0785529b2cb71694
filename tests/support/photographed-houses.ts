import { randomInt } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { houseRecord } from './imports.ts'
import { removeDirectory, runImport, temporaryDirectory } from './product.ts'

/**
 * Tests save the houses of `SAVED_HOUSES` for offline use. Each of these houses has many photos.
 * Tests only view the houses of `VIEWED_HOUSES`, which have one photo each.
 */
export const SAVED_HOUSES = ids('kept', 30)
export const PHOTOS_PER_SAVED_HOUSE = 10
export const VIEWED_HOUSES = ids('seen', 300)

function ids(kind: string, count: number) {
  return Array.from({ length: count }, (_, at) => `${kind}-${String(at + 1).padStart(3, '0')}`)
}

/**
 * Imports the houses `SAVED_HOUSES` and `VIEWED_HOUSES` into a data folder. `SAVED_HOUSES` are the
 * newest.
 */
export async function importPhotographedHouses(directory: string) {
  const folder = temporaryDirectory()
  const photos = join(folder, 'photos')
  mkdirSync(photos)
  // All large photos together need more space than the quota with which a test simulates a full
  // phone.
  const [large, small] = await Promise.all([noise(320, 240), noise(80, 60)])

  function addHouse(id: string, photo: Buffer, photoCount: number, createdAt: Date) {
    const images = Array.from({ length: photoCount }, (_, at) => `${id}-${at + 1}.jpg`)
    for (const name of images) writeFileSync(join(photos, name), withComment(photo, name))
    return houseRecord({
      _id: id,
      'Property Type': 'House',
      'Property Location': `兵庫県丹波市${id}`,
      'Building - Layout': '4LDK',
      'Contact Number': '0795-00-0000',
      'Reference URL': `https://bank.example/houses/${id}`,
      Transportation: 'Kaibara Station / 20 minutes on foot',
      Remarks: randomText(300),
      createdAt: createdAt.toISOString(),
      images,
    })
  }
  const day = (at: number) => new Date(Date.UTC(2026, 0, 1) - at * 86_400_000)
  const records = [
    ...SAVED_HOUSES.map((id, at) => addHouse(id, large, PHOTOS_PER_SAVED_HOUSE, day(at))),
    ...VIEWED_HOUSES.map((id, at) => addHouse(id, small, 1, day(SAVED_HOUSES.length + at))),
  ]
  const file = join(folder, 'houses.json')
  writeFileSync(file, JSON.stringify(records))
  const { code, output } = await runImport(directory, [file, '--photos', photos])
  removeDirectory(folder)
  if (code !== 0) throw new Error(`The houses were not imported:\n${output}`)
}

/** A JPEG that compresses as badly as real photos. */
function noise(width: number, height: number) {
  const noise = { type: 'gaussian', mean: 128, sigma: 25 } as const
  return sharp({ create: { width, height, channels: 3, background: 'grey', noise } })
    .jpeg()
    .toBuffer()
}

/**
 * Random characters. They compress worse than any real text, so the records take the most space.
 */
function randomText(length: number) {
  return Array.from({ length }, () => String.fromCodePoint(randomInt(0x4e00, 0x9000))).join('')
}

/**
 * Makes a different file of the same picture. The server identifies photos by their bytes, so the
 * copies count as different photos.
 */
function withComment(jpeg: Buffer, comment: string) {
  const start = jpeg.subarray(0, 2)
  const segment = Buffer.from([0xff, 0xfe, 0, comment.length + 2])
  return Buffer.concat([start, segment, Buffer.from(comment), jpeg.subarray(2)])
}
