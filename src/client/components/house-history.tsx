import { now } from '#client/browser/clock.ts'
import type { Listing } from '#client/data/to-listing.ts'
import { formatLongDay } from '#client/format/days.ts'
import { formatYen } from '#client/format/format.ts'
import { History } from '#contract/history.ts'
import { historySentences, type PricePoint, pricePoints } from './history-sentences.ts'
import styles from './house-history.module.css'

/** With fewer prices, a sentence says as much as a chart. */
const MIN_CHART_POINTS = 3

/** What has changed about a house since Engawa has it, the newest first. */
export function HouseHistory({ listing }: { listing: Listing }) {
  const { data: history } = History.safeParse(listing.record.history ?? {})
  const sentences = history ? historySentences(history) : []
  if (!history || sentences.length === 0) return null
  const points = pricePoints(history)
  return (
    <section>
      <h3 className={styles.heading}>History</h3>
      {points.length >= MIN_CHART_POINTS && <PriceChart points={points} />}
      <ol className={styles.changes}>
        {sentences.map(({ at, text }) => (
          <li key={`${at} ${text}`} className={styles.change}>
            <time dateTime={at}>{formatLongDay(at)}</time>
            <span>{text}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The size of the chart's coordinates. The chart is as wide as the page. */
const [WIDTH, HEIGHT] = [300, 80]

/** A step chart of the price. The axis begins at zero, so that a small change looks small. */
function PriceChart({ points }: { points: PricePoint[] }) {
  const times = points.map(({ at }) => Date.parse(at))
  const [first = 0, last = 1] = [times[0], Math.max(now().getTime(), times.at(-1) ?? 0)]
  const highest = Math.max(...points.map(({ yen }) => yen), 1)
  const x = (time: number) => ((time - first) / Math.max(last - first, 1)) * WIDTH
  const y = (yen: number) => HEIGHT - (yen / highest) * (HEIGHT - 4)
  const steps = points.map(({ yen }, at) => {
    const horizontal = `H${x(times[at + 1] ?? last).toFixed(1)}`
    return `${at === 0 ? `M0 ${y(yen).toFixed(1)}` : `V${y(yen).toFixed(1)}`}${horizontal}`
  })
  const prices = points.map(({ yen }) => formatYen(yen)).join(', then ')
  return (
    <svg
      className={styles.chart}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`The price was ${prices}`}
    >
      <path d={`${steps.join('')}V${HEIGHT}H0Z`} className={styles.area} />
      <path d={steps.join('')} className={styles.line} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
