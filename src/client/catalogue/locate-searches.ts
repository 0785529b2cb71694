import type { Output } from './questions.ts'
import type { WantedSearch } from './wanted.ts'
import { askWorker } from './worker-channel.ts'

/**
 * Finds the prefectures in which the catalogue on this device has houses that the searches find.
 * Returns undefined if they are the same as before. A search that the device cannot answer keeps its
 * prefectures.
 */
export async function locateSearches(owner: string, searches: WantedSearch[]) {
  const located = await Promise.all(searches.map((one) => locate(owner, one)))
  return JSON.stringify(located) === JSON.stringify(searches) ? undefined : located
}

async function locate(owner: string, { search, prefectures }: WantedSearch): Promise<WantedSearch> {
  const asked = { owner, question: 'countPhotos', input: { search }, rates: undefined } as const
  const answer = (await askWorker(asked))?.answer
  // The cast is safe, because the worker answers each question with its own type.
  const counted = answer as Output<'countPhotos'> | undefined
  return { search, prefectures: counted?.map(({ prefecture }) => prefecture) ?? prefectures }
}
