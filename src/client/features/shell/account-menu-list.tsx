import { MenuContent, MenuItem, MenuPositioner, MenuRoot } from '@chakra-ui/react/menu'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { logout, UnsentChanges } from '#client/account-session/logout.ts'
import { useAccessScope } from '#client/components/use-access-scope.ts'
import { connection } from '#client/sync/connection.ts'
import { Chakra } from '#client/theme/chakra.tsx'
import { Bilingual } from '#client/ui/bilingual.tsx'
import { LeaveIcon } from '#client/ui/icons.tsx'
import type { Account } from '#contract/account.ts'
import styles from './account-menu.module.css'
import { accountMenuFor } from './navigation.ts'
import { OfflineWarning } from './offline-warning.tsx'
import { UnsentWarning } from './unsent-warning.tsx'

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
