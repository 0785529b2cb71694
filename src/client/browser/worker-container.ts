/**
 * `navigator.serviceWorker`, or undefined. In some browsers, reading this property throws an error
 * when storage is blocked.
 */
export function workerContainer(): ServiceWorkerContainer | undefined {
  try {
    return navigator.serviceWorker
  } catch {
    return undefined
  }
}
