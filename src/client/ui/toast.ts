import type { Toast } from './toaster.tsx'

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
