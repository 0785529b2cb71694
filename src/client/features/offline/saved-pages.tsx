import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { usePlaceNames } from '#client/components/use-place-names.ts'
import { savedPagesQuery } from '#client/data/saved-pages.ts'
import { Bilingual } from '#client/ui/bilingual.tsx'
import { describeSearch } from './describe-search.ts'
import styles from './not-saved.module.css'

/** The saved pages of results, which open offline. */
export default function SavedPages() {
  const { data: pages = [] } = useQuery(savedPagesQuery)
  const names = usePlaceNames(pages)
  const titleId = useId()
  if (pages.length === 0) return null
  return (
    <section className={styles.pages} aria-labelledby={titleId}>
      <h3 id={titleId}>Pages you have opened before</h3>
      <ul>
        {pages.map((params) => (
          <li key={describeSearch(params, names)}>
            <Link to="/listings" search={params}>
              <Bilingual>{describeSearch(params, names)}</Bilingual>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
