import { constants } from 'node:fs'
import { open, realpath } from 'node:fs/promises'
import { basename, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { Refusal } from '#server/errors/refusal.ts'
import type { Content } from '#server/file-formats/content.ts'
import { MAX_MEGABYTES } from '#server/images/convert-image.ts'

/** Where an import finds the photos that its listings name. */
export interface Pictures {
  /** The place in sentences, such as `the folder`. */
  place: string
  read: (name: string) => Promise<Buffer | 'absent' | 'outside' | 'unusable'>
}

/**
 * Opens a folder of photos.
 * @throws {Refusal} 422 if there is no such folder.
 */
export async function openPictureFolder(folder: string): Promise<Pictures> {
  // The trailing separator makes `realpath` fail for anything but a folder.
  const root = await realpath(join(folder, sep)).catch(() => {
    throw new Refusal(422, `There is no folder ${folder} to take photos from`)
  })
  return {
    place: 'the folder',
    async read(name) {
      const candidates = candidatesFor(name)
      const inside = candidates
        .map((path) => resolve(root, path))
        .filter((path) => isIn(root, path))
      if (inside.length < candidates.length) return 'outside'
      for (const path of inside) {
        const content = await readInside(root, path)
        if (content !== 'absent') return content
      }
      return 'absent'
    },
  }
}

/** Opens the photos beside a table in an archive. They are found by their path or their name. */
export function openPictures({ archive, folder }: NonNullable<Content['archive']>): Pictures {
  const byName = new Map(archive.paths.map((path) => [basename(path), path]))
  const known = new Set(archive.paths)
  return {
    place: 'the archive',
    async read(name) {
      const [path = '', last = path] = candidatesFor(name)
      const found = [`${folder}${path}`, path].find((candidate) => known.has(candidate))
      const at = found ?? byName.get(last.normalize('NFC'))
      if (at === undefined) return 'absent'
      if (archive.sizeOf(at) > MAX_MEGABYTES * 1_000_000) return 'unusable'
      const chunks: Uint8Array[] = []
      for await (const chunk of archive.read(at)) chunks.push(chunk)
      return Buffer.concat(chunks)
    },
  }
}

/** The paths at which a photo may be, the most exact path first. */
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
