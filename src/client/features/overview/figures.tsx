import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatNumber } from '#client/format/format.ts'
import type { Overview, OverviewMonth } from '#contract/overview.ts'
import styles from './figures.module.css'
import { formatMoney, formatMonth } from './formats.ts'
import { withSign } from './months.tsx'

const NOTHING: OverviewMonth = { month: '', revenue_cents: 0, started: 0, ended: 0 }

export function Figures({ overview }: { overview: Overview }) {
  const { users, subscriptions, favorites, notes, listings, months } = overview
  const photos = overview.own_photos
  const [lastMonth = NOTHING, thisMonth = NOTHING] = months.slice(-2)
  const { paid, paused, given, cancelled, payment_failed } = subscriptions
  const active = paid + paused + given
  return (
    <dl className={styles.figures}>
      <Figure label="Users" to="/admin/dashboard" value={formatNumber(users.total)}>
        {`${formatNumber(users.new_this_month)} new this month`}
      </Figure>
      <Figure label="Active subscriptions" to="/admin/dashboard" value={formatNumber(active)}>
        {describeActive(subscriptions)}
      </Figure>
      <Figure label="Cancelled" value={formatNumber(cancelled)}>
        with time left
      </Figure>
      <Figure label="Payment failed" value={formatNumber(payment_failed)}>
        at the last renewal
      </Figure>
      <Figure label="Revenue this month" value={formatMoney(thisMonth.revenue_cents)}>
        {`${formatMoney(lastMonth.revenue_cents)} in ${formatMonth(lastMonth.month)}`}
      </Figure>
      <Figure
        label="New and lost subscriptions this month"
        value={`${withSign('+', thisMonth.started)} / ${withSign('−', thisMonth.ended)}`}
      >
        {`${withSign('+', lastMonth.started)} / ${withSign('−', lastMonth.ended)} in ${formatMonth(lastMonth.month)}`}
      </Figure>
      <Figure label="Favorites" value={formatNumber(favorites.total)}>
        {`of ${favorites.people === 1 ? '1 person' : `${formatNumber(favorites.people)} people`}`}
      </Figure>
      <Figure label="Notes" value={formatNumber(notes.total)}>
        {`of ${notes.people === 1 ? '1 person' : `${formatNumber(notes.people)} people`}`}
      </Figure>
      <Figure
        label="Own photos"
        value={formatNumber(photos.total)}
      >{`of ${photos.people === 1 ? '1 person' : `${formatNumber(photos.people)} people`}, ${formatNumber(Math.ceil(photos.bytes / 1_000_000))} MB`}</Figure>
      <Figure
        label="Listings"
        to="/admin/dashboard/listings"
        value={formatNumber(listings.offered)}
      >
        {`${formatNumber(listings.withdrawn)} withdrawn, ${formatNumber(listings.hidden)} hidden`}
      </Figure>
    </dl>
  )
}

function describeActive({ paid, given, paused }: Overview['subscriptions']) {
  const kinds = [`${formatNumber(paid)} paid by card`, `${formatNumber(given)} complimentary`]
  if (paused > 0) kinds.push(`${formatNumber(paused)} with paused payments`)
  return kinds.join(', ')
}

interface FigureProps {
  label: string
  value: string
  /** The dashboard section that shows the details of this figure. */
  to?: LinkProps['to']
  /** A note below the value. */
  children: ReactNode
}

function Figure({ label, value, to, children }: FigureProps) {
  return (
    <div className={styles.figure}>
      <dt className="caption">{to ? <Link to={to}>{label}</Link> : label}</dt>
      <dd className={styles.value}>{value}</dd>
      <dd className="caption">{children}</dd>
    </div>
  )
}
