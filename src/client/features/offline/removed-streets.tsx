import { useSyncExternalStore } from 'react'
import { formatSize } from '#client/format/sizes.ts'
import { streetSaver } from '#client/streets/street-saver.ts'

/** Says that the saved streets are removed with the photos, if there are any. */
export default function RemovedStreets() {
  const { bytes } = useSyncExternalStore(streetSaver.watch, streetSaver.current)
  return bytes ? ` The saved streets are removed too: ${formatSize(bytes)}.` : null
}
