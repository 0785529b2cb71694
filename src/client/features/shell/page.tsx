import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { Header } from './header.tsx'
import styles from './page.module.css'

interface PageProps {
  /** Shown at the bottom of every page. */
  banner: ReactNode
  children: ReactNode
}

/** The page's frame. Every navigation moves the focus to the content. */
export function Page({ banner, children }: PageProps) {
  const main = useRef<HTMLElement>(null)
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return
        // Focus in the next frame, because focusing forces a layout and the next frame does a
        // layout anyway.
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
