import { useSyncExternalStore } from 'react'

/** From this width on, a side column fits beside the content. */
export const WIDE = '(min-width: 64rem)'
/** From this width on, a map fits beside the list. In narrower windows, the map replaces the list. */
export const MAP_BESIDE_LIST = '(min-width: 80rem)'

/**
 * Whether a media query matches. Use this hook only for content that must not be in the page twice.
 * For all other content, use CSS.
 */
export function useMediaQuery(query: string) {
  return useSyncExternalStore(
    (onChange) => {
      const list = matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    () => matchMedia(query).matches,
    () => false,
  )
}
