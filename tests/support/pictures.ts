import sharp, { type Sharp } from 'sharp'

/** A picture whose left half is red and whose right half is blue. */
export function twoColours(width: number, height: number): Sharp {
  return sharp({ create: { width, height, channels: 3, background: 'blue' } }).composite([
    {
      input: {
        create: { width: Math.ceil(width / 2), height, channels: 3, background: 'red' },
      },
      gravity: 'west',
    },
  ])
}

export function jpeg(width = 640, height = 480) {
  return twoColours(width, height).jpeg().toBuffer()
}

/**
 * A photo as a phone takes it. The EXIF orientation rotates the photo, and its metadata contains
 * the location.
 */
export function phonePhoto(width: number, height: number) {
  return twoColours(width, height)
    .jpeg()
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { Artist: 'Hanako' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '35/1 0/1 4123/100' },
    })
    .toBuffer()
}

/**
 * A photo with its time of exposure in the EXIF data. `time` has the form `2026:11:24 10:15:00`.
 */
export function photoTakenAt(time: string, zone?: string) {
  return twoColours(640, 480)
    .jpeg()
    .withExif({ IFD2: { DateTimeOriginal: time, ...(zone && { OffsetTimeOriginal: zone }) } })
    .toBuffer()
}

/** A picture with black lines on a transparent background. */
export function floorPlanWithoutPaper() {
  const nothing = { r: 0, g: 0, b: 0, alpha: 0 }
  return sharp({ create: { width: 400, height: 300, channels: 4, background: nothing } })
    .png()
    .toBuffer()
}

/** An animation with a red frame, then a blue one. */
export async function animation() {
  const frames = await Promise.all(
    ['red', 'blue'].map((background) =>
      sharp({ create: { width: 64, height: 48, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  return sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer()
}

/** A file of a few kilobytes that claims to be 60,000 × 60,000 pixels. */
export async function decompressionBomb() {
  const bomb = await twoColours(64, 64).png().toBuffer()
  // A PNG begins with its signature, and the length and name of the first chunk. The width and the
  // height come directly after them.
  bomb.writeUInt32BE(60_000, 16)
  bomb.writeUInt32BE(60_000, 20)
  return bomb
}

/**
 * A progressive JPEG whose last scan is repeated `count` times. A decoder accepts every repetition.
 */
export async function withScans(count: number) {
  const photo = await twoColours(64, 64).jpeg({ progressive: true, optimiseScans: true }).toBuffer()
  const end = photo.length - 2
  const scan = photo.subarray(photo.lastIndexOf(Buffer.from([0xff, 0xda])), end)
  const scans = Array.from({ length: count }, () => scan)
  return Buffer.concat([photo.subarray(0, end), ...scans, photo.subarray(end)])
}

/** A photo file that ends with a video, as some phones save it. The video is arbitrary bytes. */
export async function withAppendedVideo() {
  return Buffer.concat([await jpeg(), Buffer.from('\xff\xda'.repeat(200), 'latin1')])
}

export function truncate(content: Buffer) {
  return content.subarray(0, content.length / 2)
}

export async function withAppendedHtml() {
  return Buffer.concat([await jpeg(), Buffer.from('<!doctype html><script>1</script>')])
}

export function withEmbeddedHtml() {
  return twoColours(640, 480)
    .jpeg()
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><script>1</script></x:xmpmeta>')
    .toBuffer()
}

/** A picture followed by bytes that an unpacker reads as an archive with one empty file. */
export async function withAppendedArchive() {
  const name = Buffer.from('secret.txt')
  const local = Buffer.alloc(30)
  local.write('PK\x03\x04', 'latin1')
  local.writeUInt16LE(name.length, 26)
  return Buffer.concat([await twoColours(640, 480).png().toBuffer(), local, name])
}

/** The first bytes of an iPhone photo. */
export const HEIC = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1')

/** The first bytes of HEIC files from other devices. */
export const HEIC_OF_OTHERS = Buffer.from('\0\0\0\x18ftypmif1\0\0\0\0', 'latin1')

/** The colour of one pixel, with a tolerance for compression. */
export async function colourAt(picture: Uint8Array, left: number, top: number) {
  const [red = 0, green = 0, blue = 0] = await sharp(picture)
    .extract({ left, top, width: 1, height: 1 })
    .raw()
    .toBuffer()
  if (red > 200 && green > 200 && blue > 200) return 'white'
  if (red > 200) return 'red'
  if (blue > 200) return 'blue'
  return 'another'
}
