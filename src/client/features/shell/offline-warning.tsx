import { unsentFavorites } from '#client/favorites/unsent-favorites.ts'
import { photoQueue } from '#client/notes/own-photos/photo-queue.ts'
import { unsentNotes } from '#client/notes/unsent-notes.ts'
import { describeUnsent } from './describe-unsent.ts'
import { LogOutWarning, type LogOutWarningProps } from './log-out-warning.tsx'

type OfflineWarningProps = Pick<LogOutWarningProps, 'isOpen' | 'onStay' | 'onLeave'>

/** Warns that logging out offline deletes the saved data. */
export function OfflineWarning(props: OfflineWarningProps) {
  const count =
    unsentFavorites.all().length + unsentNotes.all().length + photoQueue.get().waiting.length
  return (
    <LogOutWarning {...props} title="Log out without a connection?">
      <p>
        Logging out removes every house, note and photo that is saved on this device. You need a
        connection to sign in and save them again.
      </p>
      {count > 0 && <p>{describeUnsent(count)}</p>}
    </LogOutWarning>
  )
}
