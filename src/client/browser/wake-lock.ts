/**
 * Keeps the screen on until the returned function is called. The browser drops the lock when the
 * page is hidden, so the app requests a new lock when the page is visible again. `onChange`
 * receives true while the screen stays on.
 */
export function keepScreenOn(onChange: (isOn: boolean) => void) {
  if (!('wakeLock' in navigator)) return () => {}
  let lock: WakeLockSentinel | undefined
  let isRequested = false
  let isOver = false

  async function request() {
    if (isRequested || isOver || document.visibilityState !== 'visible') return
    isRequested = true
    try {
      const granted = await navigator.wakeLock.request('screen')
      if (isOver) return void granted.release()
      lock = granted
      granted.addEventListener('release', drop)
      onChange(true)
    } catch {
      // The browser refuses the wake lock while the device saves power.
      drop()
    }
  }

  function drop() {
    isRequested = false
    lock = undefined
    if (!isOver) onChange(false)
  }

  const requestAgain = () => void request()
  document.addEventListener('visibilitychange', requestAgain)
  requestAgain()
  return () => {
    isOver = true
    document.removeEventListener('visibilitychange', requestAgain)
    void lock?.release()
  }
}
