/** The measured times of one tap, in milliseconds. */
export interface Measured {
  /** The time to the frame that shows the response. */
  response: number
  /**
   * The longest main-thread task until the page is idle again. 0 if all tasks were shorter than 50
   * ms.
   */
  longestTask: number
}

/**
 * Runs in the page. The script is a string, because a compiled function would call helpers that the
 * page does not have.
 */
export const MEASURE_TAP = `
  const STILL = 300
  const EVERYTHING = { subtree: true, childList: true, attributes: true, characterData: true }
  const tasks = []
  new PerformanceObserver((list) => tasks.push(...list.getEntries())).observe({ type: 'longtask' })

  /** Resolves when the page has not changed for STILL milliseconds. */
  window.untilStill = () => new Promise((resolve) => {
    const done = () => (observer.disconnect(), resolve())
    let timer = setTimeout(done, STILL)
    const observer = new MutationObserver(() => {
      clearTimeout(timer)
      timer = setTimeout(done, STILL)
    })
    observer.observe(document, EVERYTHING)
  })

  /**
   * Measures the time from the next event of the given type to the frame that shows its result.
   * Null if nothing changes in time.
   */
  window.measureTap = async (type, read, patience) => {
    const before = read()
    const responded = new Promise((resolve) => {
      setTimeout(resolve, patience, null)
      addEventListener(type, ({ timeStamp }) => {
        const observer = new MutationObserver(() => {
          if (read() === before) return
          observer.disconnect()
          resolve(timeStamp)
        })
        observer.observe(document, EVERYTHING)
      }, { capture: true, once: true })
    })
    const timeStamp = await responded
    if (timeStamp === null) return null
    await afterFrame()
    const response = performance.now() - timeStamp
    await untilStill()
    const durations = tasks.filter(({ startTime, duration }) => startTime + duration > timeStamp).map(({ duration }) => duration)
    return { response, longestTask: Math.max(0, ...durations) }
  }

  /**
   * Resolves just after the next frame. On a busy page, a timer alone could fire several frames
   * late.
   */
  function afterFrame() {
    return new Promise((resolve) => requestAnimationFrame(() => {
      setTimeout(resolve)
      requestAnimationFrame(resolve)
    }))
  }
`
