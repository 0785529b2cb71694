import { createListeners } from '#client/browser/listeners.ts'
import { isOnWifi } from '#client/browser/metered.ts'
import { withStorage } from '#client/browser/storage.ts'

/**
 * The key in local storage of the setting to send photos on Wi-Fi only. The setting belongs to the
 * device, not to the account.
 */
const KEY = 'own-photos-wifi-only'

const listeners = createListeners()

/** Whether this device sends the person's own photos on Wi-Fi only. */
export const wifiOnly = {
  get: () => withStorage((storage) => storage.getItem(KEY)) === 'yes',
  set(isOn: boolean) {
    withStorage((storage) => (isOn ? storage.setItem(KEY, 'yes') : storage.removeItem(KEY)))
    listeners.tell()
  },
  watch: listeners.watch,

  /**
   * Whether photos must wait for Wi-Fi. False if the browser does not report the kind of network.
   */
  mustWait: () => wifiOnly.get() && isOnWifi() === false,
}
