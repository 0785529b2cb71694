import { useSyncExternalStore } from 'react'
import { formatSize } from '#client/format/sizes.ts'
import { streetSaver } from '#client/streets/street-saver.ts'

/** If streets are saved, says that they are removed with the photos, and states their size. */
export default function RemovedStreets() {
  const { bytes } = useSyncExternalStore(streetSaver.watch, streetSaver.current)
  if (!bytes) return null
  return <span>{` The saved streets are removed too: ${formatSize(bytes)}.`}</span>
}
