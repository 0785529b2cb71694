/** What a tap came to; milliseconds. */
export interface Measured {
  /** Until the frame that showed the response. */
  response: number
  /** The longest task of the main thread until the page was still again; 0 when all were shorter than 50. */
  longestTask: number
}

/** Runs in the page. A text, since functions are compiled for this process. */
export const MEASURE_TAP = `
  const STILL = 300
  const EVERYTHING = { subtree: true, childList: true, attributes: true, characterData: true }
  const tasks = []
  new PerformanceObserver((list) => tasks.push(...list.getEntries())).observe({ type: 'longtask' })

  /** Resolves when nothing has changed for a while. */
  window.untilStill = () => new Promise((resolve) => {
    const done = () => (observer.disconnect(), resolve())
    let timer = setTimeout(done, STILL)
    const observer = new MutationObserver(() => {
      clearTimeout(timer)
      timer = setTimeout(done, STILL)
    })
    observer.observe(document, EVERYTHING)
  })

  /** From the next event of this type to the frame that shows what it did; null when none did. */
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

  /** A timer alone may have to wait for the frames that follow. */
  function afterFrame() {
    return new Promise((resolve) => requestAnimationFrame(() => {
      setTimeout(resolve)
      requestAnimationFrame(resolve)
    }))
  }
`
