import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { Header } from './header.tsx'
import styles from './page.module.css'

interface PageProps {
  /** Shown at the bottom of every page. */
  banner: ReactNode
  children: ReactNode
}

/** The page's frame. Every navigation moves the focus to its content. */
export function Page({ banner, children }: PageProps) {
  const main = useRef<HTMLElement>(null)
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return
        // Focusing forces a layout. Wait for the next frame, which does a layout anyway.
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
