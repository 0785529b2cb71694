/** Makes something when it is first needed: a formatter takes milliseconds, and no page needs them all. */
export function once<T>(make: () => T) {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
