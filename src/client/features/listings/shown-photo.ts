import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { withTabStorage } from '#client/browser/storage.ts'

/** Which photo is shown, and in which entry of the history, as `entry 3`. */
const KEY = 'shown-photo'

/**
 * The position of the photo that a gallery shows: the first one when it is opened, and the same one
 * after a reload.
 */
export function useShownPhoto() {
  const { state } = useRouter().latestLocation
  const [entry] = useState(state.__TSR_key ?? '')
  const [index, setIndex] = useState(() => read(entry))

  // A reload takes no leave; whoever closes the gallery finds the first photo the next time.
  useEffect(() => () => void withTabStorage((storage) => storage.removeItem(KEY)), [])

  function show(next: number) {
    setIndex(next)
    withTabStorage((storage) => storage.setItem(KEY, `${entry} ${next}`))
  }
  return [index, show] as const
}

function read(entry: string) {
  const [keptEntry, index] = withTabStorage((storage) => storage.getItem(KEY))?.split(' ') ?? []
  return keptEntry === entry && /^\d+$/.test(index ?? '') ? Number(index) : 0
}
