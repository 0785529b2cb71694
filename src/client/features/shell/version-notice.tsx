import { useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { Button } from '#client/ui/button.tsx'
import { focusPage } from '#client/ui/focus-page.ts'
import { CheckIcon } from '#client/ui/icons.tsx'
import { keepUpToDate, updates, type VersionNews } from '#client/updates.ts'
import styles from './version-notice.module.css'

/** Keeps the app up to date, and says what there is to say of it. */
export function followVersions() {
  // A root of its own, so that nothing on the first path has to keep a place for it.
  createRoot(document.body.appendChild(document.createElement('div'))).render(<VersionNotice />)
  void keepUpToDate()
}

function VersionNotice() {
  const news = useSyncExternalStore(updates.watch, updates.news)
  // There before it has anything to say, so that it is read out when it does.
  return (
    <div className={styles.place} role="status">
      <Sentence news={news} />
    </div>
  )
}

function Sentence({ news }: { news: VersionNews }) {
  if (news === 'none') return null
  if (news === 'ready-offline') {
    return (
      <p className={styles.line}>
        <CheckIcon />
        Ready to work offline
      </p>
    )
  }
  return (
    <div className={styles.notice}>
      <p>
        <strong className={styles.title}>New version</strong>
        {news === 'updating' ? 'Updating…' : 'It takes a moment, here and in your other tabs.'}
      </p>
      <div className={styles.actions}>
        <Button disabled={news === 'updating'} onClick={updates.accept}>
          Update
        </Button>
        <Button variant="quiet" disabled={news === 'updating'} onClick={postpone}>
          Later
        </Button>
      </div>
    </div>
  )
}

function postpone() {
  updates.dismiss()
  focusPage()
}
