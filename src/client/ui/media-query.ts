import { useSyncExternalStore } from 'react'

/** From this width on, a side column fits beside the content. */
export const WIDE = '(min-width: 64rem)'

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
