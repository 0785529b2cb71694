import type { Place } from '#search/places/place.ts'
import { readContactFile } from './contact-file.ts'
import { readPlaceFile } from './place-file.ts'

/**
 * Reads a file and passes the result to `use`. `places` are the stored prefectures, municipalities
 * and wards. Throws a `Refusal` if the file cannot be used.
 */
export type Read<Reading> = <T>(
  file: { input: AsyncIterable<Uint8Array>; places: Place[] },
  use: (reading: Reading) => Promise<T>,
) => Promise<T>

export const READERS = { places: readPlaceFile, contacts: readContactFile }

export type PlacesReading = Awaited<ReturnType<typeof readPlaceFile>>
export type ContactsReading = Awaited<ReturnType<typeof readContactFile>>

/** Reads files in this thread. For commands, whose process answers no requests. */
export const readHere: { places: Read<PlacesReading>; contacts: Read<ContactsReading> } = {
  places: async ({ input, places }, use) => use(await readPlaceFile(input, places)),
  contacts: async ({ input, places }, use) => use(await readContactFile(input, places)),
}
