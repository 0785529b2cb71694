/**
 * Shows a number on the icon of the installed app, in browsers that have badges. A browser may refuse
 * the badge, which changes nothing else.
 */
export function showBadge(count: number) {
  if (!('setAppBadge' in navigator)) return
  const isShown = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()
  isShown.catch(() => undefined)
}

export function clearBadge() {
  showBadge(0)
}
