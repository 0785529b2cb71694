import { format } from 'date-fns/format'
import { useSyncExternalStore } from 'react'
import { now, runAt, watchCorrections } from '#client/browser/clock.ts'

/** A day in the person's time zone: `Dec 21, 2026`. */
export function formatDay(moment: string | Date) {
  return format(moment, 'MMM dd, yyyy')
}

/** A day of the current year: `Dec 21`. */
export function formatShortDay(moment: string | Date) {
  return format(moment, 'MMM dd')
}

/**
 * Returns the current time. The component renders again when `moment` has come, for example when
 * access ends.
 */
export function useNow(moment: string | null | undefined) {
  const date = moment ? new Date(moment) : null
  useSyncExternalStore(
    (onChange) => {
      let stopWaiting = () => {}
      const wait = () => {
        stopWaiting()
        stopWaiting = date && date > now() ? runAt(date, onChange) : () => {}
      }
      wait()
      const stopWatching = watchCorrections(() => {
        wait()
        onChange()
      })
      return () => {
        stopWaiting()
        stopWatching()
      }
    },
    () => date !== null && date <= now(),
  )
  return now()
}
