import type { Output } from './questions.ts'
import type { WantedSearch } from './wanted.ts'
import { askWorker } from './worker-channel.ts'

/**
 * Finds the prefectures in which the catalogue on this device has houses that the searches find. A
 * search that the device cannot answer keeps its prefectures.
 */
export function locateSearches(owner: string, searches: WantedSearch[]) {
  return Promise.all(
    searches.map(async ({ search, prefectures }): Promise<WantedSearch> => {
      const question = 'countPhotos'
      const answered = await askWorker({ owner, question, input: { search }, rates: undefined })
      // The cast is safe, because the worker answers each question with its own type.
      const counts = answered?.answer as Output<typeof question> | undefined
      return { search, prefectures: counts?.map((count) => count.prefecture) ?? prefectures }
    }),
  )
}
