import { createChosenHouses } from './chosen-houses.ts'
import { openPhotoSaver } from './photo-saver.ts'
import { chosenCache } from './saved-caches.ts'
import { chosenPhotos } from './saved-photos.ts'

/** Saves the photos of the houses that the person has chosen, after those of favorites. */
export function openChosenSaver() {
  const needed = createChosenHouses()
  const saver = openPhotoSaver({ cache: chosenCache, needed, state: chosenPhotos })
  return {
    ...saver,
    /**
     * Makes the person's choice, and saves the photos even on a metered connection. The choice may
     * need records that are downloaded first.
     */
    async choose(change: () => Promise<void>) {
      await saver.switchOn()
      await change()
      await needed.list()
      await saver.saveNow()
    },
  }
}
