import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { savedPagesQuery } from '#client/data/saved-pages.ts'
import { describeSearch } from '#client/format/describe-search.ts'
import { Bilingual } from '#client/ui/bilingual.tsx'
import styles from './not-saved.module.css'
import { useDisplay } from './use-display.ts'
import { usePlaceNames } from './use-place-names.ts'

export default function SavedPages() {
  const { data: pages = [] } = useQuery(savedPagesQuery)
  const unit = useDisplay()?.area_unit
  const names = usePlaceNames(pages)
  const titleId = useId()
  if (pages.length === 0) return null
  return (
    <section className={styles.pages} aria-labelledby={titleId}>
      <h3 id={titleId}>Pages you have opened before</h3>
      <ul>
        {pages.map((params) => (
          <li key={JSON.stringify(params)}>
            <Link to="/listings" search={params}>
              <Bilingual>{describeSearch(params, { unit, names })}</Bilingual>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
