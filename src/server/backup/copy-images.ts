import { openFiles } from '../images/files.ts'

/** How many pictures are copied concurrently. Each copy mostly waits for the disk. */
const MAX_CONCURRENT = 8

/**
 * Copies the pictures that the target folder lacks. The name of a picture is a digest, so pictures
 * with equal names are equal.
 */
export async function copyImages(from: string, to: string) {
  const [source, target] = [openFiles(from), openFiles(to)]
  const counts = { copied: 0, there: 0 }
  const names = source.names()

  /**
   * Copies pictures until the iterator has no more names. Several calls run concurrently and share
   * the iterator, so no picture is copied twice.
   */
  async function copyRest() {
    for await (const name of names) {
      if (await target.exists(name)) {
        counts.there += 1
        continue
      }
      const content = await source.read(name)
      if (!content) continue
      await target.write(name, content)
      counts.copied += 1
    }
  }

  await Promise.all(Array.from({ length: MAX_CONCURRENT }, copyRest))
  return counts
}
