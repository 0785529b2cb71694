import sharp, { type Metadata, type Sharp } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { LINK_PREVIEW, type PhotoWidth } from '#contract/photos.ts'
import { Refusal } from '#server/errors/refusal.ts'

/** Maximum size of an uploaded picture. Larger files are refused. */
export const MAX_MEGABYTES = 50
/**
 * The maximum numbers of megapixels in an uploaded picture. `MAX_MEGAPIXELS` applies to pictures
 * that are decoded line by line. The lower limits apply to pictures that are decoded as a whole.
 * Such a picture takes up to ten bytes of memory per pixel, and an AVIF up to twenty. The number of
 * megapixels is rounded, because a camera of "50 megapixels" takes photos of 8160 × 6144 pixels.
 */
const MAX_MEGAPIXELS = 50
const MAX_MEGAPIXELS_IN_MEMORY = 25
const MAX_MEGAPIXELS_OF_AVIF = 12
/**
 * The maximum number of scans in a JPEG. Progressive photos have about ten scans. Each scan passes
 * over the whole picture, so a small file with many scans would occupy a thread for minutes.
 * `TIMEOUT_SECONDS` would not stop the decoding.
 */
const MAX_SCANS = 100
/** The second bytes of two JPEG markers. The first byte of a marker is always 0xff. */
const START_OF_SCAN = 0xda
const END_OF_IMAGE = 0xd9
/** Maximum pixels on the long side of a stored picture. */
const MAX_SIDE_PX = 2560
/**
 * The size of the picture from which a thumbhash is computed. A thumbhash stores at most seven
 * frequencies per side, so more pixels would not change the thumbhash.
 */
const THUMBHASH_SIDE_PX = 32
const TIMEOUT_SECONDS = 30
const DAMAGED = 'The picture is damaged or cut off'

// Convert each picture in one thread, and several pictures in parallel. Turn off sharp's cache,
// because no picture is read twice.
sharp.concurrency(1)
sharp.cache(false)

/**
 * Converts a picture of any supported type to an upright JPEG without metadata.
 * @throws {Refusal} 413 if the picture is too large, and 422 if it is damaged or of an unknown
 *   type.
 */
export function cleanImage(content: Buffer) {
  if (content.length > MAX_MEGABYTES * 1_000_000) {
    throw new Refusal(413, `The file is larger than ${MAX_MEGABYTES} MB`)
  }
  return convertImage(content, (picture, type) =>
    picture
      .resize(MAX_SIDE_PX, MAX_SIDE_PX, { fit: 'inside', withoutEnlargement: true })
      // Keep full colour resolution for drawings, because drawings have thin coloured lines. Photos
      // do not need full colour resolution.
      .jpeg({ quality: 85, chromaSubsampling: type === 'jpeg' ? '4:2:0' : '4:4:4' }),
  )
}

/** Crops the centre of a picture to a JPEG of `side` × `side` pixels, upright, without metadata. */
export function cropImage(content: Buffer, side: number) {
  return convertImage(content, (picture) =>
    picture.resize(side, side, { fit: 'cover' }).jpeg({ quality: 80, mozjpeg: true }),
  )
}

/**
 * Refuses a picture that is damaged, too large or of another type. Otherwise encodes the result of
 * `draw`.
 */
async function convertImage(content: Buffer, draw: (picture: Sharp, type: ImageType) => Sharp) {
  const type = sniffType(content)
  if (type === 'jpeg' && readMarkers(content).scans > MAX_SCANS) throw new Refusal(422, DAMAGED)
  try {
    // Read type and size from the header, so that a picture that is too large is never decoded.
    const header = await sharp(content, { limitInputPixels: false }).metadata()
    const maxMegapixels = maxMegapixelsOf(header)
    const maxPixels = (maxMegapixels + 0.5) * 1_000_000
    if (header.width * header.height >= maxPixels) {
      throw new Refusal(413, `The picture has more than ${maxMegapixels} megapixels`)
    }
    if (header.format !== type) throw new Refusal(422, DAMAGED)
    const picture = sharp(content, {
      failOn: isCutOff(content) ? 'none' : 'error',
      limitInputPixels: maxPixels,
    })
      .autoOrient()
      // Fill transparent areas with white. Otherwise a floor plan with black lines and no
      // background would be invisible on a dark page.
      .flatten({ background: '#fff' })
    return await draw(picture, type).timeout({ seconds: TIMEOUT_SECONDS }).toBuffer()
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal(422, DAMAGED)
  }
}

/**
 * Counts the scans of a JPEG up to its end, or up to `MAX_SCANS` and one more. Reads the markers one
 * by one. A search for the bytes of a marker would also find these bytes in metadata, or in data
 * after the end of the image.
 */
function readMarkers(jpeg: Buffer) {
  let scans = 0
  let at = jpeg.indexOf(0xff, 2)
  while (at !== -1 && at + 2 <= jpeg.length && scans <= MAX_SCANS) {
    const marker = jpeg.readUInt8(at + 1)
    if (marker === END_OF_IMAGE) return { scans, hasEnd: true }
    if (marker === START_OF_SCAN) scans += 1
    // In a JPEG, fill bytes, escaped bytes and restart markers have no length. All other segments
    // have a length.
    const hasLength = marker >= 0xc0 && marker !== 0xff && !(marker >= 0xd0 && marker <= 0xd8)
    if (hasLength && at + 4 > jpeg.length) break
    const length = hasLength ? 2 + jpeg.readUInt16BE(at + 2) : 1
    at = jpeg.indexOf(0xff, at + length)
  }
  return { scans, hasEnd: false }
}

/**
 * Whether the file is a JPEG that lacks its last bytes, as after an interrupted copy. Like a browser,
 * `cleanImage` decodes the part that is there, and leaves the rest grey.
 */
export function isCutOff(content: Buffer) {
  if (!content.toString('latin1', 0, 3).startsWith('\xff\xd8\xff')) return false
  const { scans, hasEnd } = readMarkers(content)
  return !hasEnd && scans > 0 && scans <= MAX_SCANS
}

function maxMegapixelsOf({ format, isProgressive }: Metadata) {
  if (format === 'heif') return MAX_MEGAPIXELS_OF_AVIF
  const isByLine = (format === 'jpeg' || format === 'png') && !isProgressive
  return isByLine ? MAX_MEGAPIXELS : MAX_MEGAPIXELS_IN_MEMORY
}

/** The names of picture types in `sharp`, which names AVIF after its container format, `heif`. */
type ImageType = 'jpeg' | 'png' | 'gif' | 'webp' | 'heif'

/**
 * Detects the type of a picture from its first bytes, because file names and headers can be wrong.
 */
function sniffType(content: Buffer): ImageType {
  if (content.length === 0) throw new Refusal(422, 'The file is empty')
  const start = content.toString('latin1', 0, 12)
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (/^GIF8[79]a/.test(start)) return 'gif'
  if (/^RIFF.{4}WEBP/s.test(start)) return 'webp'
  if (/^.{4}ftypavi[fs]/s.test(start)) return 'heif'
  if (/^.{4}ftyp(hei|hev|mif1|msf1)/s.test(start)) {
    throw new Refusal(422, 'HEIC pictures cannot be read. Save the picture as JPEG first.')
  }
  throw new Refusal(422, 'The file is not a JPEG, PNG, WebP, GIF or AVIF picture')
}

export async function measureImage(jpeg: Uint8Array) {
  const { width, height } = await sharp(jpeg).metadata()
  return { width, height, thumbhash: await thumbhashOf(sharp(jpeg)) }
}

async function thumbhashOf(picture: Sharp) {
  const { data, info } = await picture
    .resize(THUMBHASH_SIDE_PX, THUMBHASH_SIDE_PX, { fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64')
}

export type Rendition =
  | { width: PhotoWidth; format: 'webp' | 'avif' }
  | { width: (typeof LINK_PREVIEW)['width']; format: 'jpeg' }

/**
 * Renders a photo in the given width. A photo is never enlarged, except to the fixed size of a link's
 * preview.
 */
export function renderRendition(original: Uint8Array, { width, format }: Rendition) {
  if (format === 'jpeg') return renderLinkPreview(original)
  const resized = sharp(original).resize({ width, withoutEnlargement: true })
  if (format === 'avif') return resized.avif({ quality: 45, effort: 2 }).toBuffer()
  return resized.webp({ quality: 75, effort: 2 }).toBuffer()
}

/** The largest file for which messengers show a large preview. Some ignore larger ones. */
const MAX_PREVIEW_BYTES = 300_000
/** The JPEG qualities of a preview, best first. The first one that fits is used. */
const PREVIEW_QUALITIES = [80, 60, 40, 20]

async function renderLinkPreview(original: Uint8Array) {
  const picture = sharp(original)
    .resize({ ...LINK_PREVIEW, fit: 'cover' })
    .flatten({ background: '#fff' })
  for (const quality of PREVIEW_QUALITIES) {
    const jpeg = await picture.clone().jpeg({ quality }).toBuffer()
    if (jpeg.length <= MAX_PREVIEW_BYTES) return jpeg
  }
  return null
}
