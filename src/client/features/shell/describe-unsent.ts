/** The warning that `count` unsent changes will be lost if the person logs out. */
export function describeUnsent(count: number) {
  return count === 1
    ? 'One change to your favorites, notes or photos could not be sent. If you log out now, it is lost.'
    : `${count} changes to your favorites, notes or photos could not be sent. If you log out now, they are lost.`
}
