import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import pLimit from 'p-limit'
import type { PhotoWidth } from '#contract/photos.ts'
import { openAvifRequests } from './avif-requests.ts'
import { type Bytes, openFiles } from './files.ts'
import {
  cleanPicture,
  measurePicture,
  renderCopy,
  sizeOfDrawing,
  thumbhashOfDrawing,
} from './picture.ts'

export interface StoredPhoto {
  /**
   * The path below `/images/`: the digest of the original and the type of the stored file, such as
   * `3f…9a.jpg`.
   */
  path: string
  width: number
  height: number
  /** A tiny placeholder image in Base64. */
  thumbhash: string | null
}

export interface Copy {
  width: PhotoWidth
  format: 'webp' | 'avif'
}

export interface Images {
  /**
   * Checks a picture, removes its metadata and stores it. Throws a `Refusal` if the picture is
   * invalid.
   */
  store: (content: Buffer) => Promise<StoredPhoto>
  /**
   * Stores one of Engawa's own drawings as SVG, unchanged. The drawing needs a `viewBox` that
   * starts at `0 0`. Its text must be drawn as shapes, because the machine that renders the copies
   * may have no fonts. The thumbhash is optional, because computing it takes most of the time.
   */
  storeDrawing: (svg: string, options?: { withThumbhash: boolean }) => Promise<StoredPhoto>
  /**
   * The bytes of a picture or of a copy. The first request for a WebP copy makes this copy, and
   * also requests the AVIF copies.
   */
  read: (path: string, copy?: Copy) => Promise<Bytes | null>
  /** Makes the AVIF copy of a picture, unless it exists. Takes a second. */
  makeAvif: (path: string, width: PhotoWidth) => Promise<void>
  /** The photos that wait for their AVIF copies. */
  avifRequests: Pick<ReturnType<typeof openAvifRequests>, 'list' | 'remove'>
  /** Whether a request is waiting for a copy. */
  isBusy: () => boolean
}

/**
 * Maximum concurrent conversions. Node has four threads, and files, digests and passwords need the
 * other two.
 */
const MAX_CONVERSIONS = 2
const PATH = /^[0-9a-f]{64}\.(jpg|svg)$/

/**
 * Stores pictures in `directory`. A picture's name is the digest of the original, so equal pictures
 * are stored once. `logError` receives the errors of WebP copies that could not be saved.
 */
export function openImages(
  directory: string,
  logError: (error: unknown) => void = console.error,
): Images {
  const files = openFiles(directory)
  const avifRequests = openAvifRequests(directory)
  const convert = pLimit(MAX_CONVERSIONS)
  /** Copies in progress, by name. Concurrent requests for a copy share one promise. */
  const pending = new Map<string, Promise<Bytes | null>>()

  async function keep(name: string, content: Bytes) {
    await files.write(name, content)
    return content
  }

  async function makeCopy(path: string, copy: Copy): Promise<Bytes | null> {
    const original = await files.read(path)
    if (!original) return null
    return renderCopy(original, { ...copy, isDrawing: path.endsWith('.svg') })
  }

  async function makeWebp(path: string, width: PhotoWidth) {
    const copy: Copy = { width, format: 'webp' }
    const made = await makeCopy(path, copy)
    if (!made) return null
    try {
      await keep(copyName(path, copy), made)
      await avifRequests.add(path)
    } catch (error) {
      // Send the copy even if it could not be saved, for example on a full disk. The next request
      // makes the copy again.
      logError(error)
    }
    return made
  }

  return {
    store: (content) =>
      convert(async () => {
        const path = `${digest(content)}.jpg`
        const stored = (await files.read(path)) ?? (await keep(path, await cleanPicture(content)))
        return { path, ...(await measurePicture(stored)) }
      }),

    storeDrawing: (svg, { withThumbhash } = { withThumbhash: true }) =>
      convert(async () => {
        const path = `${digest(svg)}.svg`
        const size = sizeOfDrawing(svg)
        const thumbhash = withThumbhash ? await thumbhashOfDrawing(svg) : null
        if (!(await files.exists(path))) await files.write(path, Buffer.from(svg))
        return { path, ...size, thumbhash }
      }),

    async read(path, copy) {
      if (!PATH.test(path)) return null
      if (!copy) return files.read(path)
      const name = copyName(path, copy)
      const stored = await files.read(name)
      if (stored || copy.format === 'avif') return stored
      const made =
        pending.get(name) ??
        convert(() => makeWebp(path, copy.width)).finally(() => pending.delete(name))
      pending.set(name, made)
      return made
    },

    async makeAvif(path, width) {
      const copy: Copy = { width, format: 'avif' }
      if (!PATH.test(path)) throw new Error(`${path} does not name a picture`)
      if (await files.exists(copyName(path, copy))) return
      const made = await makeCopy(path, copy)
      if (!made) throw new Error(`The picture ${path} is missing`)
      await keep(copyName(path, copy), made)
    },

    avifRequests,
    isBusy: () => pending.size > 0,
  }
}

function digest(content: Buffer | string) {
  return createHash('sha256').update(content).digest('hex')
}

function copyName(path: string, { width, format }: Copy) {
  return `${path.slice(0, -extname(path).length)}-${width}.${format}`
}
