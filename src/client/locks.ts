/**
 * Runs one after the other, in all tabs and the worker, what asks for the same lock, unless all who
 * ask share it. Browsers have locks for pages that came over HTTPS or from the same machine;
 * elsewhere nothing waits.
 */
export async function withLock<T>(
  name: string,
  run: () => Promise<T>,
  mode: LockMode = 'exclusive',
): Promise<T> {
  return navigator.locks ? navigator.locks.request(name, { mode }, run) : run()
}
