import { ButtonLink } from '#client/ui/button-link.tsx'
import { usePageTitle } from '#client/ui/page-title.ts'
import styles from './notice.module.css'

export function NotFoundPage() {
  usePageTitle('Page not found')
  return (
    <div className={styles.notice}>
      <h1>
        <span className={styles.figure}>404</span>
        Oops! Page not found
      </h1>
      <ButtonLink to="/">Return to Home</ButtonLink>
    </div>
  )
}
