import { useEffect, useRef, useState } from 'react'
import { type SavedState, useSavedState } from '#client/components/use-kit.ts'
import styles from './notes.module.css'
import type { NotesProps } from './notes-props.ts'

const SENTENCES = {
  sent: 'Sent',
  saved: 'Saved on this device',
  saving: 'Not saved yet: keep this page open',
  refused: 'Saved on this device only: Engawa did not accept the change',
}

/**
 * The sentences for screen readers. The states without a sentence show an alert, which screen
 * readers read anyway.
 */
const ANNOUNCED: Partial<Record<SavedState, string>> = {
  sent: 'Your changes are sent.',
  saved: 'Your changes are saved on this device.',
}

/**
 * How long a state must last before screen readers read it, in milliseconds. Each pause in typing
 * saves the text. Without this delay, screen readers would interrupt the person at each pause.
 */
const ANNOUNCE_DELAY_MS = 2_000
/** How long the announced sentence stays in the page, in milliseconds. */
const ANNOUNCEMENT_MS = 5_000

/** Says whether the notes are saved on the server, saved only on this device, or not saved yet. */
export function SavedSentence({
  record,
  fields,
  isShared = false,
}: NotesProps & { isShared?: boolean }) {
  const state = useSavedState(record)
  const isWrong = state === 'saving' || state === 'refused'
  const hasNotes = Object.keys(fields).length > 0
  const announced = useAnnouncement(state)
  return (
    <>
      <p
        className={`${styles.saved} ${isWrong ? styles.warning : 'caption'}`}
        role={isWrong ? 'alert' : undefined}
      >
        {hasNotes
          ? SENTENCES[state]
          : isShared
            ? 'You share your notes on this house'
            : 'Only you see your notes'}
      </p>
      <p className="visually-hidden" role="status">
        {announced}
      </p>
    </>
  )
}

/**
 * The sentence that screen readers read when a state has lasted for `ANNOUNCE_DELAY_MS`. Empty
 * before that, and empty again after `ANNOUNCEMENT_MS`.
 */
function useAnnouncement(state: SavedState) {
  const [announced, setAnnounced] = useState<string>()
  const last = useRef(state)
  useEffect(() => {
    if (last.current === state) return
    last.current = state
    setAnnounced(undefined)
    const timers = [
      setTimeout(() => setAnnounced(ANNOUNCED[state]), ANNOUNCE_DELAY_MS),
      setTimeout(() => setAnnounced(undefined), ANNOUNCE_DELAY_MS + ANNOUNCEMENT_MS),
    ]
    return () => timers.forEach(clearTimeout)
  }, [state])
  return announced
}
