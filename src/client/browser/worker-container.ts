/** `navigator.serviceWorker`, or undefined. Some browsers that block storage throw on access. */
export function workerContainer(): ServiceWorkerContainer | undefined {
  try {
    return navigator.serviceWorker
  } catch {
    return undefined
  }
}
