/** The length of one step. In milliseconds. */
const STEP = 50

/**
 * A timeout counted in short steps. If rendering blocks the page for a second, only one step
 * passes, and the database's answer is not missed.
 */
export function wait(patience: number) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const elapsed = new Promise<undefined>((resolve) => {
    const step = (rest: number) => {
      if (rest <= 0) resolve(undefined)
      else timer = setTimeout(step, STEP, rest - STEP)
    }
    step(patience)
  })
  return { elapsed, stop: () => clearTimeout(timer) }
}
