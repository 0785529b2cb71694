import { useSyncExternalStore } from 'react'

/** From this width on there is room for a rail beside the content. */
export const WIDE = '(min-width: 64rem)'

/** Whether a media query matches now. For what must not be in the page twice; the rest is for CSS. */
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
