import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { noteLines } from '#client/notes/note-lines.ts'

/**
 * A summary of the notes on each house. The code that reads the notes loads after the first render.
 */
export function useNoteLines() {
  const queryClient = useQueryClient()
  useEffect(() => {
    let stop = () => {}
    let isGone = false
    // If the code for notes fails to load, the cards show no notes.
    void import('#client/notes/fill-note-lines.ts').then(
      ({ fillNoteLines }) => {
        if (!isGone) stop = fillNoteLines(queryClient)
      },
      () => undefined,
    )
    return () => {
      isGone = true
      stop()
    }
  }, [queryClient])
  return useSyncExternalStore(noteLines.watch, noteLines.current)
}
