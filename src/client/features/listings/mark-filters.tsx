import { useQuery } from '@tanstack/react-query'
import { draftMarkCountsQuery, markCountsQuery } from '#client/data/filter-counts.ts'
import { type ListingsParams, readMarks } from '#client/data/listings-params.ts'
import { formatNumber } from '#client/format/format.ts'
import { markName } from '#contract/mark-name.ts'
import { SIGNS, type Sign } from '#contract/signs.ts'
import { TAG_GROUPS, TAGS } from '#contract/tags.ts'
import styles from './mark-filters.module.css'

const GROUPS = [
  { name: 'Good signs', marks: signsOf('good') },
  { name: 'Facts stated by the source', marks: signsOf('stated') },
  { name: 'Watch-outs', marks: signsOf('watch-out') },
  ...Object.entries(TAG_GROUPS).map(([group, name]) => ({
    name,
    marks: keysWhere(TAGS, (tag) => tag === group),
  })),
]

function signsOf(kind: Sign['kind']) {
  return keysWhere(SIGNS, (sign) => sign.kind === kind)
}

function keysWhere<T>(table: Record<string, T>, isWanted: (value: T) => boolean) {
  return Object.keys(table).filter((key) => table[key] !== undefined && isWanted(table[key]))
}

interface MarkFiltersProps {
  /** The filters in the URL, by which the visible results were found. */
  params: ListingsParams
  /**
   * The filters in the form, even if the person has not applied them yet. The counts beside the
   * signs and tags are for these filters.
   */
  draft: ListingsParams
  /** The codes of the chosen signs or tags, separated by commas. */
  value: string
  onChange: (value: string) => void
}

/**
 * A filter by the signs (watch-outs and good signs) and the tags of houses. Shows beside each of
 * them how many houses match it together with the other filters in the form.
 */
export function MarkFilters({ params, draft, value, onChange }: MarkFiltersProps) {
  const { data: searched } = useQuery(markCountsQuery(params))
  const { data, isPlaceholderData, isFetching } = useQuery(draftMarkCountsQuery(draft, params))
  const counts = data ?? searched
  // Keep a sign or tag that the last search has found, even if the filters in the form now exclude
  // it. If it disappeared, the other checkboxes would move while the person ticks them.
  const isFound = (mark: string) => !counts || counts[mark] || searched?.[mark]
  const chosen = readMarks({ marks: value || undefined })
  const choose = (mark: string, isChosen: boolean) =>
    onChange([...chosen.filter((other) => other !== mark), ...(isChosen ? [mark] : [])].join())

  return GROUPS.map(({ name, marks }) => {
    const shown = marks.filter((mark) => isFound(mark) || chosen.includes(mark))
    const chosenCount = marks.filter((mark) => chosen.includes(mark)).length
    return (
      <details key={name} className={styles.group}>
        <summary className={styles.name}>
          {`${name}${chosenCount > 0 ? ` (${chosenCount})` : ''}`}
        </summary>
        {/* Show a group even if it has no checkboxes. Without the group, the fields below would
            move up. */}
        {shown.length === 0 && (
          <p className={styles.mark}>No house in this search has any of these</p>
        )}
        <ul className={styles.marks} aria-busy={isPlaceholderData && isFetching}>
          {shown.map((mark) => (
            <li key={mark}>
              <label className={styles.mark}>
                <input
                  type="checkbox"
                  checked={chosen.includes(mark)}
                  onChange={({ target }) => choose(mark, target.checked)}
                />
                <span className={styles.text}>{markName(mark)}</span>
                {counts && <span className={styles.count}>{formatNumber(counts[mark] ?? 0)}</span>}
              </label>
            </li>
          ))}
        </ul>
      </details>
    )
  })
}
