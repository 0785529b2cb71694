import { withStorage } from '#client/browser/storage.ts'

const KEY = 'install-answered'

/** Whether the offer was answered on this device. Not personal, so it stays after signing out. */
export const installAnswer = {
  isRecorded: () => withStorage((storage) => storage.getItem(KEY)) !== null,
  record: () => withStorage((storage) => storage.setItem(KEY, 'yes')),
}
