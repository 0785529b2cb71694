/** How long one step of a timeout lasts. */
const STEP_MS = 50

/**
 * A timeout counted in short steps. A page that is blocked for a second counts only one step, so
 * that the database's response is not missed.
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
