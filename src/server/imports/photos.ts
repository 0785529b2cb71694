import pLimit from 'p-limit'
import { Refusal } from '#server/errors/refusal.ts'
import { isCutOff, MAX_MEGABYTES } from '#server/images/convert-image.ts'
import type { Images, StoredPhoto } from '#server/images/images.ts'
import type { Pictures } from './pictures.ts'

export interface FoundPhotos {
  photos: StoredPhoto[]
  /** Whether all photos that the record names were found. */
  isComplete: boolean
}

/** What was noticed among the photos. The report of the import lists it. */
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

export type PhotoKeeper = ReturnType<typeof openPhotoKeeper>

/** Stores the photos that listings name. */
export function openPhotoKeeper(pictures: Pictures, images: Pick<Images, 'store'>) {
  const limit = pLimit(MAX_CONCURRENT)

  async function keep(
    name: string,
  ): Promise<{ photo: StoredPhoto; cutOff: string[] } | PhotoProblem> {
    const problem = (kind: PhotoProblem['kind'], reason: string) => ({ kind, name, reason })
    const content = await pictures.read(name)
    if (content === 'absent') return problem('missing', `is not in ${pictures.place}`)
    if (content === 'outside') return problem('refused', `is outside of ${pictures.place}`)
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

function unique(photos: StoredPhoto[]) {
  return [...new Map(photos.map((photo) => [photo.path, photo])).values()]
}
