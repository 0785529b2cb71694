import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { PagePart } from '#client/components/page-part.tsx'
import { focusPage } from '#client/ui/focus-page.ts'
import { Header } from './header.tsx'
import styles from './page.module.css'

interface PageProps {
  banner: ReactNode
  children: ReactNode
}

/** The page's frame. Every navigation moves the focus to the heading of the new page. */
export function Page({ banner, children }: PageProps) {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return
        // Focus in the next frame, because focusing forces a layout and the next frame does a
        // layout anyway.
        requestAnimationFrame(focusPage)
      }),
    [router],
  )

  return (
    <>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <PagePart>
        <Header banner={<PagePart>{banner}</PagePart>} />
      </PagePart>
      <main className={styles.main} id="main" tabIndex={-1}>
        {children}
      </main>
    </>
  )
}
