import { MenuContent, MenuItem, MenuPositioner, MenuRoot } from '@chakra-ui/react/menu'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { logout, UnsentChanges } from '#client/account-session/logout.ts'
import { useAccessScope } from '#client/components/use-access-scope.ts'
import { unsentFavorites } from '#client/favorites/unsent-favorites.ts'
import { photoQueue } from '#client/notes/own-photos/photo-queue.ts'
import { unsentNotes } from '#client/notes/unsent-notes.ts'
import { connection } from '#client/sync/connection.ts'
import { Chakra } from '#client/theme/chakra.tsx'
import { Bilingual } from '#client/ui/bilingual.tsx'
import { LeaveIcon } from '#client/ui/icons.tsx'
import type { Account } from '#contract/account.ts'
import styles from './account-menu.module.css'
import { describeUnsent } from './describe-unsent.ts'
import { LogOutWarning, type LogOutWarningProps } from './log-out-warning.tsx'
import { accountMenuFor } from './navigation.ts'

type OfflineWarningProps = Pick<LogOutWarningProps, 'isOpen' | 'onStay' | 'onLeave'>

interface UnsentWarningProps extends Pick<LogOutWarningProps, 'onStay' | 'onLeave'> {
  /** How many changes would be lost; 0 when there is nothing to warn about. */
  count: number
}

interface AccountMenuListProps {
  /** The id of the button that opens the menu. The focus returns to this button. */
  buttonId: string
  account: Account
  open: boolean
  onOpenChange: (open: boolean) => void
}

export default function AccountMenuList(props: AccountMenuListProps) {
  const { buttonId, account, open, onOpenChange } = props
  const { mutate: logOut, error, reset } = useMutation(logout)
  const scope = useAccessScope()
  const [isAsked, setAsked] = useState(false)

  /**
   * Online, logs out immediately. Offline, first asks for confirmation, because logging out deletes
   * the saved data, and the person cannot sign in again without a network.
   */
  async function leave() {
    if (connection.isOnline() || (await connection.probe())) logOut({ discard: false })
    else setAsked(true)
  }

  return (
    <Chakra>
      <MenuRoot
        ids={{ trigger: buttonId }}
        open={open}
        onOpenChange={(details) => onOpenChange(details.open)}
        positioning={{ placement: 'bottom-end' }}
      >
        <MenuPositioner>
          <MenuContent>
            <div className={styles.person}>
              <p className={styles.name} translate="no">
                <Bilingual>{account.user.name}</Bilingual>
              </p>
              <p className={styles.email} translate="no">
                {account.user.email}
              </p>
            </div>
            {accountMenuFor(account, scope).map(({ label, to, hash, icon: Icon }) => (
              <MenuItem key={label} value={label} asChild>
                <Link className={styles.link} to={to} hash={hash}>
                  <Icon />
                  <span>{label}</span>
                </Link>
              </MenuItem>
            ))}
            <MenuItem value="log-out" onClick={() => void leave()}>
              <LeaveIcon />
              Log out
            </MenuItem>
          </MenuContent>
        </MenuPositioner>
      </MenuRoot>
      <OfflineWarning
        isOpen={isAsked}
        onStay={() => setAsked(false)}
        onLeave={() => logOut({ discard: true })}
      />
      <UnsentWarning
        count={error instanceof UnsentChanges ? error.count : 0}
        onStay={reset}
        onLeave={() => logOut({ discard: true })}
      />
    </Chakra>
  )
}

/** Warns that the unsent changes of favorites and notes will be lost if the person logs out. */
function UnsentWarning({ count, ...answers }: UnsentWarningProps) {
  return (
    <LogOutWarning {...answers} title="Some changes are not sent yet" isOpen={count > 0}>
      <p>{describeUnsent(count)}</p>
    </LogOutWarning>
  )
}

/** Warns that logging out offline deletes the saved data. */
function OfflineWarning(props: OfflineWarningProps) {
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
