import type { Toast } from './toaster.tsx'

/** How long a toast offers Undo, in milliseconds. */
export const UNDO_DURATION_MS = 8_000

/** Shows a message instead of the current one. The first toast loads the toaster's code. */
export function showToast(toast: Toast) {
  import('./toaster.tsx').then(
    ({ replaceToast }) => replaceToast(toast),
    (error) =>
      console.error(
        `A message could not be shown, because its code did not load: ${toast.title}`,
        error,
      ),
  )
}
