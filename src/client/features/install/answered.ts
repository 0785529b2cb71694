import { withStorage } from '#client/browser/storage.ts'

const KEY = 'install-answered'

/** That the offer was answered on this device. It is nobody's secret, and so outlives every session. */
export const answered = {
  isNoted: () => withStorage((storage) => storage.getItem(KEY)) !== null,
  note: () => withStorage((storage) => storage.setItem(KEY, 'yes')),
}
