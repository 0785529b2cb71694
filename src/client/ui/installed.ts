import { useStaticValue } from './use-static-value.ts'

/** Matches the window of an installed app, with or without browser buttons. */
const OWN_WINDOW = '(display-mode: standalone), (display-mode: minimal-ui)'

/** Whether this is the installed app and not a browser tab. */
export function isInstalled() {
  // Older iOS versions support only `navigator.standalone`.
  const isOnHomeScreen = 'standalone' in navigator && navigator.standalone === true
  return isOnHomeScreen || matchMedia(OWN_WINDOW).matches
}

/** `isInstalled` for components. False on the server. */
export function useIsInstalled() {
  return useStaticValue(isInstalled, false)
}
