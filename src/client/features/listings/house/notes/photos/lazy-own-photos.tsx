import { MissingChunk } from '#client/components/missing-chunk.tsx'
import { lazyPart } from '#client/ui/lazy-part.tsx'
import type { NotesProps } from '../notes-props.ts'
import type { SharedWith } from './upload-state.tsx'

const photos = lazyPart(() => import('./own-photos.tsx'))

/** The person's own photos of a house. The code for the photos loads after the notes are shown. */
export function LazyOwnPhotos(props: NotesProps & { sharedWith: SharedWith }) {
  return (
    <photos.Place failed={(error, retry) => <MissingChunk error={error} onRetry={retry} />}>
      <photos.Part {...props} />
    </photos.Place>
  )
}
