import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useIsIdle } from '#client/components/use-is-idle.ts'
import { newsQuery } from '#client/data/news.ts'
import { formatNumber } from '#client/format/format.ts'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { showBadge } from './app-badge.ts'
import styles from './news-link.module.css'

/** Leads to what has changed since the last visit. Empty if nothing has changed. */
export function NewsLink() {
  // The request for the news must delay nothing else.
  const isIdle = useIsIdle()
  const { data } = useQuery({ ...newsQuery, enabled: isIdle })
  const total = data?.total ?? 0
  useEffect(() => {
    if (data) showBadge(total)
  }, [data, total])
  if (total === 0) return null
  const text = total === 1 ? '1 change' : `${formatNumber(total)} changes`
  return (
    <ButtonLink className={styles.link} variant="quiet" to="/news">
      <span>{text}</span>
      <span className="visually-hidden"> since your last visit</span>
    </ButtonLink>
  )
}
