/** A timeout is counted in steps of this length. */
const STEP_MS = 50

/**
 * A timeout counted in short steps. If the page is blocked for a second, only one step passes. A
 * single long timer would count the whole second, and could end before the page has read a response
 * that arrived in time.
 */
export function wait(milliseconds: number) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const elapsed = new Promise<undefined>((resolve) => {
    const step = (rest: number) => {
      if (rest <= 0) resolve(undefined)
      else timer = setTimeout(step, STEP_MS, rest - STEP_MS)
    }
    step(milliseconds)
  })
  return { elapsed, stop: () => clearTimeout(timer) }
}
