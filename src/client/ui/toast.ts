import type { Toast } from './toaster.tsx'

/** Shows a message in place of the one that is shown. What it is drawn with is fetched with the first. */
export function showToast(toast: Toast) {
  import('./toaster.tsx').then(
    ({ replaceToast }) => replaceToast(toast),
    (error) => console.error(`Without a connection, not shown: ${toast.title}`, error),
  )
}
