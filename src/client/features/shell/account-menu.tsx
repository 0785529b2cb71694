import { useId, useState } from 'react'
import { lazyPart } from '#client/components/lazy-part.tsx'
import { Avatar } from '#client/ui/avatar.tsx'
import { Bilingual } from '#client/ui/bilingual.tsx'
import type { Account } from '#contract/account.ts'
import styles from './account-menu.module.css'

/**
 * Load the account menu lazily, because the code of Chakra's menu is as large as all other code of
 * the page.
 */
const AccountMenuList = lazyPart(() => import('./account-menu-list.tsx'))

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
        onPointerEnter={AccountMenuList.preload}
        onFocus={AccountMenuList.preload}
        onClick={() => {
          setOpened(true)
          setOpen(!isOpen)
        }}
      >
        <span className="visually-hidden">
          Account menu of <Bilingual>{user.name}</Bilingual>
        </span>
        <Avatar name={user.name} picture={user.profile_picture} />
      </button>
      {wasOpened && (
        <AccountMenuList
          buttonId={id}
          account={account}
          open={isOpen}
          onOpenChange={setOpen}
          onDismiss={() => setOpened(false)}
        />
      )}
    </>
  )
}
