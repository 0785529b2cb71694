import { useEffect, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { keepUpToDate, updates, type VersionState } from '#client/sync/updates.ts'
import { Button } from '#client/ui/button.tsx'
import { focusPage } from '#client/ui/focus-page.ts'
import styles from './version-notice.module.css'

/** Keeps the app up to date, and shows the notices about updates. */
export function followVersions() {
  // Render the update notice in a separate React root, so that the page's first render does not
  // include it.
  createRoot(document.body.appendChild(document.createElement('div'))).render(<VersionNotice />)
  void keepUpToDate()
}

function VersionNotice() {
  const state = useSyncExternalStore(updates.watch, updates.state)
  useEffect(() => {
    if (state === 'failed') return onNewError(updates.dismiss)
  }, [state])
  // Always render the live region. Screen readers announce a text only if its live region already
  // exists.
  return (
    <div className={styles.place} role="status">
      <Sentence state={state} />
    </div>
  )
}

const WORDS = {
  'new-version': ['New version', 'All your tabs will reload.'],
  updating: ['New version', 'Updating…'],
  failed: ['Update failed', 'The new version did not start. You can keep using this one.'],
} as const

function Sentence({ state }: { state: VersionState }) {
  if (state === 'none') return null
  const [title, text] = WORDS[state]
  return (
    <div className={styles.notice}>
      <p>
        <strong className={styles.title}>{title}</strong>
        <span>{text}</span>
      </p>
      <div className={styles.actions}>
        <Button disabled={state === 'updating'} onClick={updates.accept}>
          {state === 'failed' ? 'Try again' : 'Update'}
        </Button>
        <Button variant="quiet" disabled={state === 'updating'} onClick={postpone}>
          Later
        </Button>
      </div>
    </div>
  )
}

/**
 * Calls `listener` when an error message appears, because the update notice could cover it. Returns
 * the unsubscribe function.
 */
function onNewError(listener: () => void) {
  const isError = (node: Node) =>
    node instanceof Element && (node.matches('[role=alert]') || node.querySelector('[role=alert]'))
  const observer = new MutationObserver((changes) => {
    if (changes.some(({ addedNodes }) => [...addedNodes].some(isError))) listener()
  })
  observer.observe(document.body, { childList: true, subtree: true })
  return () => observer.disconnect()
}

function postpone() {
  updates.dismiss()
  focusPage()
}
