import { useEffect, useRef, useState } from 'react'
import { seenIds, setNoteField } from '#client/notes/set-note-field.ts'
import { unsavedDrafts } from '#client/notes/unsaved-drafts.ts'

/** The debounce delay before the typed text is saved, in milliseconds. */
const DEBOUNCE_MS = 400

/**
 * A text that the person is typing. `seen` has the ids of the changes that the person saw before
 * typing. Any other change counts as a conflict.
 */
interface Draft {
  text: string
  seen: readonly string[]
  isKept: boolean
}

/**
 * A text field of the notes. It saves the text after each pause in typing, when the field loses the
 * focus, and when the page is hidden or closed. While the person types, values of other devices do
 * not replace the text.
 */
export function useDraft(record: string, field: string, saved: string) {
  const [typed, setTyped] = useState<string>()
  const draft = useRef<Draft>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  function keep() {
    clearTimeout(timer.current)
    const { current } = draft
    if (!current || current.isKept) return
    const { text, seen } = current
    const id = setNoteField(record, field, text, { seen })
    unsavedDrafts.remove(record, field)
    draft.current = { text, seen: id ? [...seen, id] : seen, isKept: true }
  }

  const keepLatest = useRef(keep)
  keepLatest.current = keep
  useEffect(() => {
    const keepNow = () => keepLatest.current()
    addEventListener('pagehide', keepNow)
    document.addEventListener('visibilitychange', keepNow)
    return () => {
      removeEventListener('pagehide', keepNow)
      document.removeEventListener('visibilitychange', keepNow)
      keepNow()
    }
  }, [])

  return {
    text: typed ?? saved,

    change(text: string) {
      const seen = draft.current?.seen ?? seenIds(record, field)
      draft.current = { text, seen, isKept: false }
      unsavedDrafts.add(record, field)
      setTyped(text)
      clearTimeout(timer.current)
      timer.current = setTimeout(keep, DEBOUNCE_MS)
    },

    /**
     * Saves the text and ends editing. The field then shows values from the person's other devices
     * again.
     */
    finish() {
      keep()
      draft.current = undefined
      setTyped(undefined)
    },
  }
}
