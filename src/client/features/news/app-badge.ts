import { workerContainer } from '#client/browser/worker-container.ts'

/**
 * Shows a number on the icon of the installed app, in browsers that have badges. A browser may refuse
 * the badge, which changes nothing else.
 */
export function showBadge(count: number) {
  if (!('setAppBadge' in navigator)) return
  const isShown = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()
  isShown.catch(() => undefined)
}

/**
 * Clears the badge and closes the notifications. The service worker counts the houses of all open
 * notifications, so the next one would count the houses that the person has read.
 */
export function clearNotifications() {
  showBadge(0)
  void closeNotifications().catch(() => undefined)
}

async function closeNotifications() {
  const registration = await workerContainer()?.getRegistration()
  for (const notification of (await registration?.getNotifications()) ?? []) notification.close()
}
