import { atMost } from '../concurrency.ts'
import { openFiles } from '../images/files.ts'

/** Pictures that are copied at a time: each waits for the disk. */
const AT_ONCE = 8

/**
 * Copies the pictures of one folder to another that are not there yet. Their names are digests, so
 * a picture that is there is the same one.
 */
export async function copyPictures(from: string, to: string) {
  const [source, target] = [openFiles(from), openFiles(to)]
  const inTurn = atMost(AT_ONCE)
  const counts = { copied: 0, there: 0 }
  const copies: Promise<void>[] = []

  async function copy(name: string) {
    if (await target.exists(name)) {
      counts.there += 1
      return
    }
    const content = await source.read(name)
    if (!content) return
    await target.write(name, content)
    counts.copied += 1
  }

  for await (const name of source.names()) copies.push(inTurn(() => copy(name)))
  await Promise.all(copies)
  return counts
}
