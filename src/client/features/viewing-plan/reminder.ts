import { createListeners } from '#client/browser/listeners.ts'
import { withStorage } from '#client/browser/storage.ts'

/** The choices for a reminder, in minutes before the viewing. */
export const REMINDERS = [15, 30, 60, 120, 24 * 60] as const

/** The key in local storage. The setting belongs to the device, as calendars do. */
const KEY = 'viewing-reminder'

const listeners = createListeners()

/** How many minutes before a viewing a calendar file reminds the person. Undefined for never. */
export const reminder = {
  get(): number | undefined {
    const stored = withStorage((storage) => storage.getItem(KEY))
    return REMINDERS.find((minutes) => String(minutes) === stored)
  },
  set(minutes: number | undefined) {
    withStorage((storage) =>
      minutes === undefined ? storage.removeItem(KEY) : storage.setItem(KEY, String(minutes)),
    )
    listeners.tell()
  },
  watch: listeners.watch,
}
