import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import styles from './back-link.module.css'
import { BackIcon } from './icons.tsx'

function Anchor({ children, ...props }: ComponentProps<'a'>) {
  return (
    <a {...props} className={styles.back}>
      <BackIcon />
      <span>{children}</span>
    </a>
  )
}

/** A link to the parent page, at the top of a page. */
export const BackLink = createLink(Anchor)
