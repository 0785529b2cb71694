import { lazyExtra } from '#client/components/lazy-part.tsx'
import { useDisplay } from '#client/components/use-display.ts'
import { usePlaceNames, usePlaceNamesNow } from '#client/components/use-place-names.ts'
import { type ListingsParams, readMarks } from '#client/data/listings-params.ts'
import { type ActiveFilter, activeFilters } from '#client/format/active-filters.ts'
import { capitalise } from '#client/format/format.ts'
import { placeTitle } from '#client/format/place-filters.ts'
import { Bilingual } from '#client/ui/bilingual.tsx'
import { focusNeighbour } from '#client/ui/focus-page.ts'
import { CloseIcon } from '#client/ui/icons.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import styles from './filter-chips.module.css'

/**
 * The button that saves the search. Its code loads lazily, so that the active filters appear
 * sooner.
 */
const SaveSearch = lazyExtra(
  async () => ({ default: (await import('./saved-searches/saved-searches.tsx')).SaveSearch }),
  <div className={styles.save} />,
)

interface FilterChipsProps {
  params: ListingsParams
  onRemove: (cleared: ActiveFilter['cleared']) => void
}

/**
 * The active filters, each with a remove button, and a button that saves the search. If one of the
 * filters is a place, the name of the place becomes the page's title.
 */
export function FilterChips({ params, onRemove }: FilterChipsProps) {
  const display = useDisplay()
  const savedNames = usePlaceNames([params])
  const names = usePlaceNamesNow(params)
  const unit = display?.area_unit
  const title = placeTitle(params, names)
  const filters = activeFilters(params, { unit, names })
  return (
    <>
      {title && <PageTitle>{title}</PageTitle>}
      <div className={styles.chips}>
        {filters.length > 0 && (
          <ul aria-label="Active filters">
            {filters.map(({ text, cleared }) => (
              <li key={text}>
                <button
                  className={styles.chip}
                  type="button"
                  onClick={({ currentTarget }) => {
                    focusNeighbour(currentTarget.closest('li'))
                    onRemove(cleared)
                  }}
                >
                  <span className="visually-hidden">Remove filter: </span>
                  <span className={styles.text}>
                    <Bilingual>{capitalise(text)}</Bilingual>
                  </span>
                  <CloseIcon className={styles.cross} />
                </button>
              </li>
            ))}
          </ul>
        )}
        <SaveSearch params={params} words={{ unit, names: savedNames }} />
      </div>
      {[...readMarks(params).values()].includes('without') && (
        <p className={styles.note}>
          “Without” means that the source does not state it. Ask before you buy.
        </p>
      )}
    </>
  )
}
