export interface Toast {
  title: string
  description?: string
  type: 'info' | 'success' | 'warning' | 'error'
  /** How long it is shown, in milliseconds, if not as long as most are. */
  duration?: number
  /** What can be done about it, for as long as it is shown. */
  action?: { label: string; onClick: () => void }
}

/** Shows a message in place of the one that is shown. What it is drawn with is fetched with the first. */
export function showToast(toast: Toast) {
  import('./toaster.tsx').then(
    ({ replaceToast }) => replaceToast(toast),
    (error) => console.error(`Without a connection, not shown: ${toast.title}`, error),
  )
}
