import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { whenIdle } from '#client/browser/when-idle.ts'
import { newsQuery } from '#client/data/news.ts'
import { formatNumber } from '#client/format/format.ts'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { showBadge } from './app-badge.ts'
import styles from './news-link.module.css'

/** Leads to what has changed since the last visit. Empty if nothing has changed. */
export function NewsLink() {
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

/** Whether the page has been idle, so that the request for the news delays nothing else. */
function useIsIdle() {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    let isGone = false
    void whenIdle().then(() => isGone || setIdle(true))
    return () => {
      isGone = true
    }
  }, [])
  return isIdle
}
