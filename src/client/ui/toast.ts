import type { Toast } from './toaster.tsx'

/** Shows a message instead of the current one. The first toast loads the toaster's code. */
export function showToast(toast: Toast) {
  import('./toaster.tsx').then(
    ({ replaceToast }) => replaceToast(toast),
    (error) => console.error(`Without a connection, not shown: ${toast.title}`, error),
  )
}
