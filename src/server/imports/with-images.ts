import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Images, openImages } from '#server/images/images.ts'

/**
 * Passes the photo store to `use`. In a dry run, the store is a temporary folder, because checking
 * a photo also stores the photo.
 */
export async function withImages<T>(
  dryRun: boolean,
  images: Images,
  use: (images: Images) => Promise<T>,
) {
  if (!dryRun) return use(images)
  const directory = await mkdtemp(join(tmpdir(), 'engawa-dry-run-'))
  try {
    return await use(openImages(directory))
  } finally {
    await rm(directory, { recursive: true })
  }
}
