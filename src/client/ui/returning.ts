import { useElementScrollRestoration } from '@tanstack/react-router'

/** Whether somebody comes back to a place far below, which has to be there at once. */
export function useIsReturning() {
  const place = useElementScrollRestoration({ getElement: () => window })
  return Boolean(place?.scrollY)
}
