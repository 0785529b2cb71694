import { ButtonLink } from '#client/ui/button-link.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import styles from './notice.module.css'

export function NotFoundPage() {
  return (
    <div className={styles.notice}>
      <PageTitle>Page not found</PageTitle>
      <h1>
        <span className={styles.figure}>404</span>
        Oops! Page not found
      </h1>
      <p className="soft">There is nothing at this address. The link may be old or incomplete.</p>
      <div className={styles.actions}>
        <ButtonLink to="/">Return to Home</ButtonLink>
      </div>
    </div>
  )
}
