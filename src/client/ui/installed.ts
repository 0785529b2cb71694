import { useUnchanging } from './use-static-value.ts'

/** An app in a window of its own, with or without the browser's buttons. */
const OWN_WINDOW = '(display-mode: standalone), (display-mode: minimal-ui)'

/** Whether this is the installed app rather than a page in the browser. */
export function isInstalled() {
  // Before it knew of display modes, iOS said so in a way of its own.
  const isOnHomeScreen = 'standalone' in navigator && navigator.standalone === true
  return isOnHomeScreen || matchMedia(OWN_WINDOW).matches
}

/** The same for what is drawn: on the server nobody has installed anything. */
export function useIsInstalled() {
  return useUnchanging(isInstalled, false)
}
