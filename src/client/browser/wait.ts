/** In so many steps it is waited; milliseconds. */
const STEP = 50

/**
 * In steps, so that only time counts in which an answer could have been heard: a page that draws
 * for a second hears of its database only after that.
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
