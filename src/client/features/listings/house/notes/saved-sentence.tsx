import { useSavedState } from '#client/components/use-kit.ts'
import styles from './notes.module.css'
import type { NotesProps } from './notes-props.ts'

const SENTENCES = {
  sent: 'Sent',
  saved: 'Saved on this device. Sent when you’re online.',
  saving: 'Not saved yet. Keep this page open.',
  refused: 'Saved on this device, but Engawa did not take it.',
}

/** Where the notes of this house are. */
export function SavedSentence({ record, fields }: NotesProps) {
  const state = useSavedState(record)
  if (Object.keys(fields).length === 0) return <p className={styles.soft}>Only you see them.</p>
  const isWrong = state === 'saving' || state === 'refused'
  return (
    <p className={isWrong ? styles.warning : styles.soft} role={isWrong ? 'alert' : undefined}>
      {SENTENCES[state]}
    </p>
  )
}
