import { lazy, Suspense, useId, useState } from 'react'
import { Avatar } from '#client/ui/avatar.tsx'
import type { Account } from '#contract/account.ts'
import styles from './account-menu.module.css'

/** Chakra's menu weighs as much as the rest of the page: it is loaded when somebody reaches for it. */
const load = () => import('./account-menu-list.tsx')
const AccountMenuList = lazy(load)

function preload() {
  // Whoever opens it will see the failure.
  load().catch(() => undefined)
}

export function AccountMenu({ account }: { account: Account }) {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  const id = useId()
  const { user } = account

  return (
    <>
      <button
        type="button"
        className={styles.button}
        id={id}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => {
          setOpened(true)
          setOpen(!isOpen)
        }}
      >
        <span className="visually-hidden">Account menu of {user.name}</span>
        <Avatar name={user.name} picture={user.profile_picture} />
      </button>
      {wasOpened && (
        <Suspense>
          <AccountMenuList buttonId={id} account={account} open={isOpen} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  )
}
