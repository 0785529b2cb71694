import { withStorage } from '#client/browser/storage.ts'

const KEY = 'catalogue'

/**
 * Whether this device has a catalogue to search in, or wants one. Known without opening the database,
 * so that a device without a catalogue loads no code for it.
 */
export const catalogueMark = {
  isReady: () => read() === 'ready',
  isWanted: () => read() !== null,
  set: (mark: 'ready' | 'wanted' | undefined) =>
    withStorage((storage) => {
      if (mark === undefined) storage.removeItem(KEY)
      else storage.setItem(KEY, mark)
    }),
}

function read() {
  return withStorage((storage) => storage.getItem(KEY))
}
