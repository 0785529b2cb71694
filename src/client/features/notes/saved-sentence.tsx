import { useEffect, useRef, useState } from 'react'
import { useSavedState } from '#client/components/use-notes.ts'
import styles from './notes.module.css'
import type { NotesProps } from './notes-props.ts'

const SENTENCES = {
  sent: 'Sent',
  saved: 'Saved on this device',
  typing: 'Saving…',
  saving: 'Saving…',
  unsaved: 'Not saved yet: keep this page open',
  refused: 'Saved on this device only: Engawa did not accept the change',
}

/**
 * The sentences for screen readers. The states without a sentence show an alert, which screen
 * readers read anyway.
 */
const ANNOUNCED: Partial<Record<keyof typeof SENTENCES, string>> = {
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

/**
 * How long saving may take before the sentence warns, in milliseconds. A slow device often needs
 * some tenths of a second. Without this delay, the warning would flash at each pause in typing.
 */
const WARNING_DELAY_MS = 1_500

/** Says whether the notes are saved on the server, saved only on this device, or not saved yet. */
export function SavedSentence({
  record,
  fields,
  isShared = false,
}: NotesProps & { isShared?: boolean }) {
  const saved = useSavedState(record)
  const isSlow = useLasts(saved === 'saving', WARNING_DELAY_MS)
  const state = isSlow ? 'unsaved' : saved
  const isWrong = state === 'unsaved' || state === 'refused'
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
function useAnnouncement(state: keyof typeof SENTENCES) {
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

/** Whether `isTrue` has been true for at least `milliseconds`. */
function useLasts(isTrue: boolean, milliseconds: number) {
  const [lasts, setLasts] = useState(false)
  useEffect(() => {
    if (!isTrue) return setLasts(false)
    const timer = setTimeout(() => setLasts(true), milliseconds)
    return () => clearTimeout(timer)
  }, [isTrue, milliseconds])
  return isTrue && lasts
}
