/**
 * The lowest whole number from 0 for which `reaches` returns true, by binary search; `end` if there is
 * none below `end`. `reaches` must return true for all higher numbers too.
 */
export function lowestThat(end: number, reaches: (value: number) => boolean) {
  let [low, high] = [0, end]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (reaches(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/** The index of the first number that is at least `least`. The numbers must be in ascending order. */
export function firstFrom(numbers: Float64Array, least: number) {
  return lowestThat(numbers.length, (at) => (numbers[at] ?? 0) >= least)
}
