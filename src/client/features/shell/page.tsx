import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { Header } from './header.tsx'
import styles from './page.module.css'

interface PageProps {
  /** What is to be said of every page; it stays in sight. */
  banner: ReactNode
  children: ReactNode
}

/** The header and the place for a page, to which every navigation takes the focus. */
export function Page({ banner, children }: PageProps) {
  const main = useRef<HTMLElement>(null)
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return
        // With the frame that lays the page out anyway: a place that takes the focus has to be known.
        requestAnimationFrame(() => main.current?.focus({ preventScroll: true }))
      }),
    [router],
  )

  return (
    <>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <Header banner={banner} />
      <main className={styles.main} id="main" tabIndex={-1} ref={main}>
        {children}
      </main>
    </>
  )
}
