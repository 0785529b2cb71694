import { getPhoto, readSize, savePhoto } from './favorite-photos.ts'

/** How many photos are fetched at once; whoever looks at something meanwhile wants the rest of the line. */
const LANES = 3

interface Lanes {
  /** The address of the photo to save next; undefined when there is none. */
  next: () => string | undefined
  onStart: (address: string) => void
  onSaved: (address: string, bytes: number) => void
  /** `error` is undefined for a photo that was on its way when it was all called off. */
  onFailed: (address: string, error?: unknown) => void
  /** Nothing is to be saved any more. */
  onSwitchedOff: (address: string) => Promise<void>
}

/** Saves photos, a few at once, for as long as there is a next one. */
export async function saveInLanes(lanes: Lanes, signal: AbortSignal) {
  await Promise.all(Array.from({ length: LANES }, () => saveOneByOne(lanes, signal)))
}

async function saveOneByOne(lanes: Lanes, signal: AbortSignal) {
  const next = () => (signal.aborted ? undefined : lanes.next())
  for (let address = next(); address; address = next()) {
    lanes.onStart(address)
    try {
      const bytes = await save(address, signal)
      if (bytes === undefined) return await lanes.onSwitchedOff(address)
      lanes.onSaved(address, bytes)
    } catch (error) {
      lanes.onFailed(address, signal.aborted ? undefined : error)
    }
  }
}

/** Resolves with its bytes, or with undefined when nothing is to be saved any more. */
async function save(address: string, signal: AbortSignal) {
  // Another tab may have saved it since somebody looked.
  const there = await readSize(address)
  if (there !== undefined) return there
  const photo = await getPhoto(address, signal)
  return (await savePhoto(address, photo)) ? photo.size : undefined
}
