import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { now } from '#client/browser/clock.ts'
import { RateNote } from '#client/components/rate-note.tsx'
import { useDisplay } from '#client/components/use-display.ts'
import { assessedValuesQuery } from '#client/data/assessed-values.ts'
import { ratesQuery } from '#client/data/rates.ts'
import type { Listing } from '#client/data/to-listing.ts'
import { formatYen } from '#client/format/format.ts'
import { formatIsoDay } from '#client/format/iso-day.ts'
import { formatConvertedPrice } from '#client/format/price.ts'
import { Bilingual } from '#client/ui/bilingual.tsx'
import { roundConverted } from '#contract/converted-price.ts'
import type { Display } from '#contract/display.ts'
import { displayIn } from '#contract/display-in.ts'
import { Facts } from '#contract/facts.ts'
import {
  type Amount,
  type CostLine,
  type House,
  type MissingCost,
  purchaseCosts,
  roundedSum,
} from '#contract/purchase-costs.ts'
import { AssessedValuesForm } from './assessed-values-form.tsx'
import styles from './purchase-costs.module.css'

/**
 * The costs of buying the house besides its price, as a range. A tap shows the lines of the sum.
 */
export function PurchaseCosts({ listing }: { listing: Listing }) {
  const { data: assessed } = useQuery(assessedValuesQuery(listing.id))
  const display = useDisplay()
  const converted = useYenOfDollars(listing)
  const house = toHouse(listing, { assessed: assessed ?? {}, price: listing.yen ?? converted?.yen })
  const { lines, missing } = purchaseCosts(house, now())
  const once = lines.filter(({ isYearly }) => !isYearly)
  const yearly = lines.filter(({ isYearly }) => isYearly)
  return (
    <details className={styles.costs}>
      <summary className={styles.summary}>
        <h3>What it costs to buy</h3>
        {house.price !== undefined && (
          <span className={styles.range}>about {formatRange(roundedSum(once))} more</span>
        )}
      </summary>
      <div className={styles.content}>
        <p>
          Each cost is a range. Most depend on the assessed value. Listings do not state it, so ask
          for it.
        </p>
        {converted && (
          <p>
            The seller asks dollars. They count as about {formatYen(converted.yen)} here, at{' '}
            <RateNote display={converted.rate} />.
          </p>
        )}
        {assessed && <AssessedValuesForm listingId={listing.id} values={assessed} />}
        <Lines heading="Once" lines={once}>
          {house.price !== undefined && (
            <Sum
              name="With the price"
              amount={roundedSum([exactly(house.price), ...once])}
              display={display}
            />
          )}
        </Lines>
        <Lines heading="Every year" lines={yearly}>
          <Sum name="Together" amount={roundedSum(yearly)} display={display} />
        </Lines>
        <Missing costs={missing} />
        <p className={styles.soft}>
          These are rules and usual fees, not an offer or advice. Ask the agent or the municipality
          before you decide.
        </p>
      </div>
    </details>
  )
}

/** The price in yen of a house that is asked in dollars, with the rate. */
function useYenOfDollars({ yen, price }: Listing) {
  const isInDollars = yen === undefined && price !== undefined
  const { data: rates } = useQuery({ ...ratesQuery, enabled: isInDollars })
  const rate = rates && displayIn('USD', 'm2', rates)
  if (!isInDollars || !rate) return undefined
  return { yen: roundConverted(price / rate.per_yen), rate }
}

function toHouse(listing: Listing, known: Pick<House, 'assessed' | 'price'>): House {
  const { area, yearBuilt, record } = listing
  return {
    ...known,
    area: typeof area === 'number' ? area : undefined,
    yearBuilt,
    facts: Facts.parse(record.facts ?? {}),
  }
}

interface LinesProps {
  heading: string
  lines: CostLine[]
  /** The sum. */
  children: ReactNode
}

function Lines({ heading, lines, children }: LinesProps) {
  if (lines.length === 0) return null
  return (
    <section>
      <h4>{heading}</h4>
      <dl>
        {lines.map((line) => (
          <div key={line.name} className={styles.line}>
            <dt>{line.name}</dt>
            <dd className={styles.amount}>{formatRange(line)}</dd>
            <dd className={styles.rule}>
              {keepPercents(line.basis)} <Source {...line} />
            </dd>
          </div>
        ))}
        {children}
      </dl>
    </section>
  )
}

interface SumProps {
  name: string
  amount: Amount
  display: Display | undefined
}

function Sum({ name, amount, display }: SumProps) {
  const [low, high] = [amount.low, amount.high].map((yen) =>
    formatConvertedPrice({ yen, price: undefined }, display),
  )
  return (
    <div className={`${styles.line} ${styles.sum}`}>
      <dt>{name}</dt>
      <dd className={styles.amount}>about {formatRange(amount)}</dd>
      {low && high && (
        <dd className={styles.rule}>
          {low} to {high.replace('about ', '')}
        </dd>
      )}
    </div>
  )
}

function Source({ source, validUntil }: CostLine) {
  return (
    <span className={styles.source}>
      Source: <Bilingual>{source}</Bilingual>
      {validUntil && (
        <>
          {' · valid until '}
          <time dateTime={validUntil}>{formatIsoDay(validUntil)}</time>
        </>
      )}
      .
    </span>
  )
}

function Missing({ costs }: { costs: MissingCost[] }) {
  if (costs.length === 0) return null
  return (
    <section>
      <h4>Not counted</h4>
      <ul className={styles.missing}>
        {costs.map(({ name, reason }) => (
          <li key={name}>
            {name}: {reason}.
          </li>
        ))}
      </ul>
    </section>
  )
}

function exactly(yen: number): Amount {
  return { low: yen, high: yen }
}

/** `¥110,000 – ¥330,000`, or one amount. The ends of a range are rounded to three digits. */
function formatRange({ low, high }: Amount) {
  if (low === high) return formatYen(low)
  const [from, to] = [low, high].map((yen) => formatYen(Number(yen.toPrecision(3))))
  return low === 0 ? `up to ${to}` : `${from} – ${to}`
}

/** Keeps `5 %` on one line. */
function keepPercents(text: string) {
  return text.replaceAll(' %', '\u00a0%')
}
