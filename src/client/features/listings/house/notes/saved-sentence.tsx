import { useSavedState } from '#client/components/use-kit.ts'
import styles from './notes.module.css'
import type { NotesProps } from './notes-props.ts'

const SENTENCES = {
  sent: 'Sent',
  saved: 'Saved on this device',
  saving: 'Not saved yet: keep this page open',
  refused: 'Saved on this device only: Engawa did not accept the change',
}

/** Says whether the notes are saved on the server, saved only on this device, or not saved yet. */
export function SavedSentence({
  record,
  fields,
  isShared = false,
}: NotesProps & { isShared?: boolean }) {
  const state = useSavedState(record)
  const isWrong = state === 'saving' || state === 'refused'
  const hasNotes = Object.keys(fields).length > 0
  return (
    <p
      className={`${styles.saved} ${isWrong ? styles.warning : styles.soft}`}
      role={isWrong ? 'alert' : undefined}
    >
      {hasNotes
        ? SENTENCES[state]
        : isShared
          ? 'You share your notes on this house'
          : 'Only you see your notes'}
    </p>
  )
}
