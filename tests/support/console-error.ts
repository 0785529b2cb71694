import type { ConsoleMessage } from '@playwright/test'

/**
 * Describes an error in the console of a page. Adds the address that failed, because the browser's
 * own text for a failed request does not name it.
 */
export function describeError(message: ConsoleMessage) {
  const { url } = message.location()
  return url ? `${message.text()} (${url})` : message.text()
}
