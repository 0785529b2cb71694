import { useQuery } from '@tanstack/react-query'
import { draftMarkCountsQuery, markCountsQuery } from '#client/data/filter-counts.ts'
import { type ListingsParams, readMarks } from '#client/data/listings-params.ts'
import { formatNumber } from '#client/format/format.ts'
import fold from '#client/ui/fold.module.css'
import { type MarkState, markName, writeMarkStates } from '#contract/mark-codes.ts'
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

const STATES = [
  { state: 'only', label: 'Only' },
  { state: 'without', label: 'Without' },
] as const satisfies { state: MarkState; label: string }[]

interface MarkFiltersProps {
  /** The filters in the URL, by which the visible results were found. */
  params: ListingsParams
  /**
   * The filters in the form, even if the person has not applied them yet. The counts beside the
   * signs and tags are for these filters.
   */
  draft: ListingsParams
  /** The chosen signs and tags, in the form of the parameter `marks`. */
  value: string
  onChange: (value: string) => void
}

/**
 * A filter by the signs (watch-outs and good signs) and the tags of houses: any, only or without.
 * Shows for both choices how many houses match it together with the other filters in the form.
 */
export function MarkFilters({ params, draft, value, onChange }: MarkFiltersProps) {
  const { data: searched } = useQuery(markCountsQuery(params))
  const { data, isPlaceholderData, isFetching } = useQuery(draftMarkCountsQuery(draft))
  const counts = data ?? searched
  // Keep a sign or tag that the last search has found, even if the filters in the form now exclude
  // it. If it disappeared, the other rows would move while the person chooses.
  const isFound = (mark: string) => !counts || counts[mark]?.only || searched?.[mark]?.only
  const chosen = readMarks({ marks: value || undefined })
  function choose(mark: string, state: MarkState) {
    const next = new Map(chosen)
    if (!next.delete(mark) || chosen.get(mark) !== state) next.set(mark, state)
    onChange(writeMarkStates(next))
  }

  return (
    <>
      <p className={styles.hint}>
        “Without” leaves out the houses whose source states it. A house in the results may still
        have it, because sources do not state everything.
      </p>
      {GROUPS.map(({ name, marks }) => {
        const shown = marks.filter((mark) => isFound(mark) || chosen.has(mark))
        const chosenCount = marks.filter((mark) => chosen.has(mark)).length
        return (
          <details key={name} className={styles.group}>
            <summary className={`${fold.summary} ${styles.name}`}>
              {`${name}${chosenCount > 0 ? ` (${chosenCount})` : ''}`}
            </summary>
            {/* Show a group even if it has no rows. Without the group, the fields below would move
                up. */}
            {shown.length === 0 && (
              <p className={styles.none}>No house in this search has any of these</p>
            )}
            <ul className={styles.marks} aria-busy={isPlaceholderData && isFetching}>
              {shown.map((mark) => (
                <li key={mark} className={styles.mark}>
                  <span className={styles.text}>{markName(mark)}</span>
                  {STATES.map(({ state, label }) => (
                    <button
                      key={state}
                      className={styles.state}
                      type="button"
                      aria-pressed={chosen.get(mark) === state}
                      onClick={() => choose(mark, state)}
                    >
                      <span>{label}</span>
                      <span className="visually-hidden"> {markName(mark)}</span>
                      {counts && (
                        <span className={styles.count}>
                          {formatNumber(counts[mark]?.[state] ?? 0)}
                        </span>
                      )}
                    </button>
                  ))}
                </li>
              ))}
            </ul>
          </details>
        )
      })}
    </>
  )
}
