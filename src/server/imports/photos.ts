import { constants } from 'node:fs'
import { open, realpath } from 'node:fs/promises'
import { basename, isAbsolute, join, relative, resolve, sep } from 'node:path'
import pLimit from 'p-limit'
import { Refusal } from '#server/errors/refusal.ts'
import { isCutOff, MAX_MEGABYTES } from '#server/images/convert-image.ts'
import type { Images, StoredPhoto } from '#server/images/images.ts'

export interface FoundPhotos {
  photos: StoredPhoto[]
  /** Whether all photos that the record names were found. */
  isComplete: boolean
}

/** What was noticed in the photo folder. The report of the import lists it. */
export interface PhotoNotes {
  problems: PhotoProblem[]
  /** The names of stored photos whose files lack their last bytes. */
  cutOff: string[]
}

export interface PhotoProblem {
  kind: 'missing' | 'broken' | 'refused'
  name: string
  reason: string
}

/** The maximum number of photos in memory at the same time. */
const MAX_CONCURRENT = 4

export type PhotoFolder = Awaited<ReturnType<typeof openPhotoFolder>>

/** @throws {Refusal} 422 if there is no such folder. */
export async function openPhotoFolder(folder: string, images: Pick<Images, 'store'>) {
  // The trailing separator makes `realpath` fail for anything but a folder.
  const root = await realpath(join(folder, sep)).catch(() => {
    throw new Refusal(422, `There is no folder ${folder} to take photos from`)
  })
  const limit = pLimit(MAX_CONCURRENT)

  async function keep(
    name: string,
  ): Promise<{ photo: StoredPhoto; cutOff: string[] } | PhotoProblem> {
    const problem = (kind: PhotoProblem['kind'], reason: string) => ({ kind, name, reason })
    const candidates = candidatesFor(name)
    const inside = candidates.map((path) => resolve(root, path)).filter((path) => isIn(root, path))
    if (inside.length < candidates.length) return problem('refused', 'is outside of the folder')
    for (const path of inside) {
      const content = await readInside(root, path)
      if (content === 'absent') continue
      if (content === 'outside') return problem('refused', 'is outside of the folder')
      if (content === 'unusable') {
        return problem('broken', `cannot be read, or is larger than ${MAX_MEGABYTES} MB`)
      }
      try {
        const photo = await images.store(content)
        return { photo, cutOff: isCutOff(content) ? [name] : [] }
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        return problem('broken', error.detail)
      }
    }
    return problem('missing', 'is not in the folder')
  }

  return {
    async keepAll(names: string[]): Promise<FoundPhotos & PhotoNotes> {
      const results = await limit.map(new Set(names), keep)
      const problems = results.filter((result) => 'kind' in result)
      const stored = results.filter((result) => 'photo' in result)
      return {
        photos: unique(stored.map(({ photo }) => photo)),
        cutOff: stored.flatMap(({ cutOff }) => cutOff),
        isComplete: problems.length === 0,
        problems,
      }
    },
  }
}

/** The paths at which the folder may contain a photo, the most exact path first. */
function candidatesFor(name: string) {
  const path = pathOf(name.trim())
  const last = basename(path)
  return path === last || path.split('/').includes('..') ? [path] : [path, last]
}

/**
 * The path of a photo, without a leading slash. If `name` is a web address, this is the path of the
 * address. Otherwise `name` is the path.
 */
function pathOf(name: string) {
  const path = /^https?:/i.test(name) && URL.canParse(name) ? decode(new URL(name).pathname) : name
  return path.replaceAll('\\', '/').replace(/^\/+/, '')
}

function decode(path: string) {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function isIn(root: string, path: string) {
  const way = relative(root, path)
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

async function readInside(root: string, path: string) {
  const real = await realpath(path).catch(() => null)
  if (real === null) return 'absent'
  // Check the real path, because a symbolic link inside the folder may lead out of it.
  if (!isIn(root, real)) return 'outside'
  // Without O_NONBLOCK, opening a named pipe would wait for ever.
  const file = await open(real, constants.O_RDONLY | constants.O_NONBLOCK).catch(() => null)
  if (file === null) return 'unusable'
  try {
    const about = await file.stat()
    const isUsable = about.isFile() && about.size <= MAX_MEGABYTES * 1_000_000
    return isUsable ? await file.readFile() : 'unusable'
  } finally {
    await file.close()
  }
}

function unique(photos: StoredPhoto[]) {
  return [...new Map(photos.map((photo) => [photo.path, photo])).values()]
}
