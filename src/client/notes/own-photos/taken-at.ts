import { addDays } from 'date-fns/addDays'

/** The first bytes of a file, which contain the EXIF data of a photo. */
const HEAD_BYTES = 256 * 1024
/** The bytes before the EXIF data, in JPEG and in HEIC files. */
const EXIF_START = [...'Exif\0\0'].map((character) => character.charCodeAt(0))

/** The EXIF tags that the app reads, in hexadecimal as in the EXIF specification. */
const EXIF_DIRECTORY = 0x8769
const DATE_TIME_ORIGINAL = 0x9003
const OFFSET_TIME_ORIGINAL = 0x9011

const LITTLE_ENDIAN = 0x4949
const ENTRY_BYTES = 12

/**
 * The earliest plausible date of a photo. An earlier date comes from a camera or a device whose
 * clock is not set.
 */
const EARLIEST = new Date('1990-01-01T00:00Z')

/**
 * Returns the time at which a photo was taken. Reads this time from the camera's entry in the EXIF
 * data. If there is no plausible entry, returns the date of the file, or else `now`. Pass the
 * original file, because the app removes the EXIF data from the images that it stores.
 */
export async function readTakenAt(file: File, now: Date) {
  const head = await file.slice(0, HEAD_BYTES).arrayBuffer()
  const latest = addDays(now, 1)
  const isPossible = (at: Date | undefined) => at && at >= EARLIEST && at <= latest
  return [exifTime(head), new Date(file.lastModified)].find(isPossible) ?? now
}

/**
 * Reads the time at which a photo was taken from its EXIF data. Undefined if the data has no time,
 * or is damaged.
 */
function exifTime(head: ArrayBuffer) {
  const start = indexOf(new Uint8Array(head), EXIF_START)
  if (start < 0) return undefined
  try {
    return readExif(new DataView(head, start + EXIF_START.length))
  } catch (error) {
    // In damaged EXIF data, an offset can point beyond the end of the data. Read no time then.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function indexOf(bytes: Uint8Array, searched: readonly number[]) {
  for (
    let at = bytes.indexOf(searched[0] ?? 0);
    at >= 0;
    at = bytes.indexOf(searched[0] ?? 0, at + 1)
  ) {
    if (searched.every((byte, offset) => bytes[at + offset] === byte)) return at
  }
  return -1
}

/** EXIF data is a TIFF file. All offsets in the file count from its first byte. */
function readExif(tiff: DataView) {
  const isLittle = tiff.getUint16(0) === LITTLE_ENDIAN

  /**
   * Returns the position at which an EXIF entry holds its value. A long value is elsewhere in the
   * file. For such a value, this position holds the offset of the value.
   */
  function find(directory: number, tag: number) {
    const count = tiff.getUint16(directory, isLittle)
    for (let index = 0; index < count; index += 1) {
      const entry = directory + 2 + index * ENTRY_BYTES
      if (tiff.getUint16(entry, isLittle) === tag) return entry + 8
    }
    return undefined
  }

  function readText(directory: number, tag: number, length: number) {
    const position = find(directory, tag)
    if (position === undefined) return ''
    const start = tiff.getUint32(position, isLittle)
    const codes = Array.from({ length }, (_, index) => tiff.getUint8(start + index))
    return String.fromCharCode(...codes)
  }

  const exif = find(tiff.getUint32(4, isLittle), EXIF_DIRECTORY)
  if (exif === undefined) return undefined
  const directory = tiff.getUint32(exif, isLittle)
  return toTime(
    readText(directory, DATE_TIME_ORIGINAL, 19),
    readText(directory, OFFSET_TIME_ORIGINAL, 6),
  )
}

/**
 * Reads a time such as `2026:11:24 10:15:00`. If the camera does not state its time zone, assumes
 * Japan's, because the houses are in Japan.
 */
function toTime(text: string, zone: string) {
  const [, day, time] = /^(\d{4}:\d{2}:\d{2}) (\d{2}:\d{2}:\d{2})$/.exec(text) ?? []
  if (day === undefined) return undefined
  const offset = /^[+-]\d{2}:\d{2}$/.test(zone) ? zone : '+09:00'
  const at = new Date(`${day.replaceAll(':', '-')}T${time}${offset}`)
  return Number.isNaN(at.getTime()) ? undefined : at
}
