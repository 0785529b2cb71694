/** The length of one step. In milliseconds. */
const STEP = 50

/**
 * A timeout counted in short steps. A page that is blocked for a second counts only one step, so
 * that the database's response is not missed.
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
