import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { withTabStorage } from '#client/browser/storage.ts'

/**
 * The session-storage key for the photo that the gallery shows. The value is the key of the history
 * entry, then the index of the photo: `entry 3`.
 */
const KEY = 'shown-photo'

/**
 * The index of the photo that the gallery shows. Starts at the photo that the person opened, and
 * survives a reload.
 */
export function useShownPhoto() {
  const { state } = useRouter().latestLocation
  const [entry] = useState(state.__TSR_key ?? '')
  const [index, setIndex] = useState(() => read(entry) ?? state.photo ?? 0)

  // When the gallery closes, forget which photo it showed. A reload does not run this cleanup, so
  // the gallery then shows the same photo again.
  useEffect(() => () => void withTabStorage((storage) => storage.removeItem(KEY)), [])

  function show(next: number) {
    setIndex(next)
    withTabStorage((storage) => storage.setItem(KEY, `${entry} ${next}`))
  }
  return [index, show] as const
}

function read(entry: string) {
  const [storedEntry, index] = withTabStorage((storage) => storage.getItem(KEY))?.split(' ') ?? []
  return storedEntry === entry && /^\d+$/.test(index ?? '') ? Number(index) : undefined
}
