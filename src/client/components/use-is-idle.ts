import { useEffect, useState } from 'react'
import { whenIdle } from '#client/browser/when-idle.ts'

/** Whether the page has been idle once since this component could start to wait. */
export function useIsIdle(canStart = true) {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    if (!canStart) return
    let isGone = false
    void whenIdle().then(() => isGone || setIdle(true))
    return () => {
      isGone = true
    }
  }, [canStart])
  return isIdle
}
