import { useId, useState } from 'react'
import { MissingChunk } from '#client/components/missing-chunk.tsx'
import { Avatar } from '#client/ui/avatar.tsx'
import { Bilingual } from '#client/ui/bilingual.tsx'
import { lazyPart } from '#client/ui/lazy-part.tsx'
import type { Account } from '#contract/account.ts'
import styles from './account-menu.module.css'

/** Loaded lazily, because Chakra's menu is as large as the rest of the page. */
const list = lazyPart(() => import('./account-menu-list.tsx'))

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
        onPointerEnter={list.preload}
        onFocus={list.preload}
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
        <list.Place
          failed={(error, retry) => (
            <MissingChunk error={error} onRetry={retry} onClose={() => setOpened(false)} />
          )}
        >
          <list.Part buttonId={id} account={account} open={isOpen} onOpenChange={setOpen} />
        </list.Place>
      )}
    </>
  )
}
