import { withStorage } from '#client/browser/storage.ts'

const KEY = 'install-answered'

/** Whether the offer was answered on this device. Not personal, so it stays after signing out. */
export const answered = {
  isNoted: () => withStorage((storage) => storage.getItem(KEY)) !== null,
  note: () => withStorage((storage) => storage.setItem(KEY, 'yes')),
}
