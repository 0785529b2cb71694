import type { ReactNode } from 'react'
import { useDisplay } from '#client/components/use-display.ts'
import { formatIsoDay } from '#client/format/iso-day.ts'
import { formatConvertedEstimate } from '#client/format/price.ts'
import { Bilingual } from '#client/ui/bilingual.tsx'
import type { Display } from '#contract/display.ts'
import type { Amount, CostLine, MissingCost } from '#contract/purchase-costs.ts'
import styles from './cost-lines.module.css'
import { formatRange, type houseCosts } from './house-costs.ts'

/**
 * Two lists: the costs that a buyer pays once, and the costs of every year. Each cost names the
 * rule that it follows, and each list ends with its sum.
 */
export function CostLines({
  once,
  yearly,
  missing,
  withPrice,
  everyYear,
}: ReturnType<typeof houseCosts>) {
  const display = useDisplay()
  return (
    <>
      <Lines heading="Once" lines={once}>
        {withPrice && <Sum name="With the price" amount={withPrice} display={display} />}
      </Lines>
      <Lines heading="Every year" lines={yearly}>
        <Sum name="Together" amount={everyYear} display={display} />
      </Lines>
      <Missing costs={missing} />
      <p className="caption">
        These are rules and usual fees, not an offer or advice. Ask the agent or the municipality
        before you decide.
      </p>
    </>
  )
}

interface LinesProps {
  heading: string
  lines: CostLine[]
  /** The row with the sum of `lines`. */
  children: ReactNode
}

function Lines({ heading, lines, children }: LinesProps) {
  if (lines.length === 0) return null
  return (
    <section className={styles.section}>
      <h4>{heading}</h4>
      <dl>
        {lines.map((line) => (
          <div key={line.name} className={styles.line}>
            <dt>{line.name}</dt>
            <dd className={styles.amount}>{formatRange(line)}</dd>
            <dd className={styles.rule}>
              <span>{line.basis}</span> <Source {...line} />
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
  const [low, high] = [amount.low, amount.high].map((yen) => formatConvertedEstimate(yen, display))
  return (
    <div className={`${styles.line} ${styles.sum}`}>
      <dt>{name}</dt>
      <dd className={styles.amount}>{`about ${formatRange(amount)}`}</dd>
      {low && high && <dd className={styles.rule}>{`${low} to ${high.replace('about ', '')}`}</dd>}
    </div>
  )
}

function Source({ source, validUntil }: CostLine) {
  return (
    <span className={styles.source}>
      <span>Source:</span> <Bilingual>{source}</Bilingual>
      {validUntil && (
        <span>
          &nbsp;· valid until <time dateTime={validUntil}>{formatIsoDay(validUntil)}</time>
        </span>
      )}
      <span>.</span>
    </span>
  )
}

function Missing({ costs }: { costs: MissingCost[] }) {
  if (costs.length === 0) return null
  return (
    <section className={styles.section}>
      <h4>Not counted</h4>
      <ul className="caption">
        {costs.map(({ name, reason }) => (
          <li key={name}>{`${name}: ${reason}.`}</li>
        ))}
      </ul>
    </section>
  )
}
