import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import pLimit from 'p-limit'
import type { PhotoWidth } from '#contract/photos.ts'
import { openAvifRequests } from './avif-requests.ts'
import { cleanImage, measureImage, type Rendition, renderRendition } from './convert-image.ts'
import { type Bytes, openFiles } from './files.ts'

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

export interface Images {
  /**
   * Checks a picture, removes its metadata and stores it. Throws a `Refusal` if the picture is
   * invalid.
   */
  store: (content: Buffer) => Promise<StoredPhoto>
  /**
   * The bytes of a picture or of a rendition. The first request for a WebP or JPEG rendition makes
   * this rendition. A WebP rendition also requests the AVIF renditions.
   */
  read: (path: string, rendition?: Rendition) => Promise<Bytes | null>
  /** Makes the AVIF rendition of a picture, unless it exists. Takes a second. */
  makeAvif: (path: string, width: PhotoWidth) => Promise<void>
  /** The photos that wait for their AVIF renditions. */
  avifRequests: Pick<ReturnType<typeof openAvifRequests>, 'list' | 'remove'>
  /** Whether a request is waiting for a rendition. */
  isBusy: () => boolean
}

/**
 * The maximum number of concurrent conversions: two of Node's four threads. Files, digests and
 * passwords need the other two threads.
 */
const MAX_CONVERSIONS = 2
const PATH = /^[0-9a-f]{64}\.jpg$/

/**
 * Stores pictures in `directory`. A picture's name is the digest of the original, so equal pictures
 * are stored once. `logError` receives the errors of WebP renditions that could not be saved.
 * @throws in `makeAvif`, if there is no such picture.
 */
export function openImages(
  directory: string,
  logError: (error: unknown) => void = console.error,
): Images {
  const files = openFiles(directory)
  const avifRequests = openAvifRequests(directory)
  const convert = pLimit(MAX_CONVERSIONS)
  /** Renditions in progress, by name. Concurrent requests for a rendition share one promise. */
  const pending = new Map<string, Promise<Bytes | null>>()

  async function keep(name: string, content: Bytes) {
    await files.write(name, content)
    return content
  }

  async function makeRendition(path: string, rendition: Rendition): Promise<Bytes | null> {
    const original = await files.read(path)
    if (!original) return null
    return renderRendition(original, rendition)
  }

  async function makeAtOnce(path: string, rendition: Rendition) {
    const made = await makeRendition(path, rendition)
    if (!made) return null
    try {
      await keep(renditionName(path, rendition), made)
      if (rendition.format === 'webp') await avifRequests.add(path)
    } catch (error) {
      // Send the rendition even if it could not be saved, for example on a full disk. The next
      // request makes the rendition again.
      logError(error)
    }
    return made
  }

  return {
    store: (content) =>
      convert(async () => {
        const path = `${digest(content)}.jpg`
        const stored = (await files.read(path)) ?? (await keep(path, await cleanImage(content)))
        return { path, ...(await measureImage(stored)) }
      }),

    async read(path, rendition) {
      if (!PATH.test(path)) return null
      if (!rendition) return files.read(path)
      const name = renditionName(path, rendition)
      const stored = await files.read(name)
      if (stored || rendition.format === 'avif') return stored
      const made =
        pending.get(name) ??
        convert(() => makeAtOnce(path, rendition)).finally(() => pending.delete(name))
      pending.set(name, made)
      return made
    },

    async makeAvif(path, width) {
      const rendition: Rendition = { width, format: 'avif' }
      if (!PATH.test(path)) throw new Error(`${path} does not name a picture`)
      if (await files.exists(renditionName(path, rendition))) return
      const made = await makeRendition(path, rendition)
      if (!made) throw new Error(`The picture ${path} is missing`)
      await keep(renditionName(path, rendition), made)
    },

    avifRequests,
    isBusy: () => pending.size > 0,
  }
}

function digest(content: Buffer) {
  return createHash('sha256').update(content).digest('hex')
}

function renditionName(path: string, { width, format }: Rendition) {
  return `${path.slice(0, -extname(path).length)}-${width}.${format}`
}
