import { withStorage } from '#client/browser/storage.ts'

const KEY = 'install-answered'

/**
 * Whether the person has answered the offer to install the app. The answer belongs to this device
 * and is not personal data, so it stays after signing out.
 */
export const installAnswer = {
  isRecorded: () => withStorage((storage) => storage.getItem(KEY)) !== null,
  record: () => withStorage((storage) => storage.setItem(KEY, 'yes')),
}
