/** Where workers are registered. Undefined where there are none: some browsers that block storage throw. */
export function workerContainer(): ServiceWorkerContainer | undefined {
  try {
    return navigator.serviceWorker
  } catch {
    return undefined
  }
}
