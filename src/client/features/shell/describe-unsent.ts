/** Says that logging out loses this many unsent changes. */
export function describeUnsent(count: number) {
  return count === 1
    ? 'One change of your favorites or notes could not be sent. If you log out now, it is lost.'
    : `${count} changes of your favorites or notes could not be sent. If you log out now, they are lost.`
}
