import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { latestFailure } from '#client/api/failures.ts'
import { LoadError } from '#client/components/load-error.tsx'
import { alertedNewsQuery, newsQuery } from '#client/data/news.ts'
import { toListing } from '#client/data/to-listing.ts'
import { formatLongDay } from '#client/format/days.ts'
import { formatHouses, formatNumber } from '#client/format/format.ts'
import { Bilingual } from '#client/ui/bilingual.tsx'
import { PageContent } from '#client/ui/deferred.tsx'
import { Loading } from '#client/ui/loading.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import type { News, NewsItem } from '#contract/news.ts'
import { NEWS_HEADINGS, NEWS_KINDS } from '#contract/news-kinds.ts'
import { clearNotifications } from './app-badge.ts'
import { describeNews } from './describe-news.ts'
import styles from './news-page.module.css'

const TITLE = 'Since Your Last Visit'

/**
 * What has changed at the favorites and in the saved searches: since the last visit, or what an alert
 * has told. `since` is the id of the last change before the ones of the alert. Offline, or until these
 * have loaded, the page shows what has changed since the last visit.
 */
export function NewsPage({ since }: { since: number | undefined }) {
  const sinceVisit = useQuery(newsQuery)
  const alerted = useQuery({ ...alertedNewsQuery(since ?? 0), enabled: since !== undefined })
  const isAlerted = alerted.data !== undefined
  const title = isAlerted ? 'What We Told You' : TITLE
  useEffect(clearNotifications, [])
  return (
    <div className="page">
      <PageTitle>{title}</PageTitle>
      <h1>{title}</h1>
      <PageContent>
        <Body query={isAlerted ? alerted : sinceVisit} isAlerted={isAlerted} />
      </PageContent>
    </div>
  )
}

function Body({ query, isAlerted }: { query: UseQueryResult<News>; isAlerted: boolean }) {
  const { data: news } = query
  if (news)
    return news.total === 0 ? (
      <NoNews news={news} />
    ) : (
      <Sections news={news} isAlerted={isAlerted} />
    )
  const error = latestFailure(query)
  if (!error) return <Loading />
  return (
    <LoadError
      name="changes"
      what="What has changed"
      error={error}
      onRetry={() => void query.refetch()}
    />
  )
}

function NoNews({ news }: { news: News }) {
  return (
    <>
      <p>{`Nothing has changed since ${formatLongDay(news.since)}.`}</p>
      <p className="soft">
        Here you see which of your favorites became cheaper or are gone, and which new houses your
        saved searches find.
      </p>
    </>
  )
}

interface SectionsProps {
  news: News
  isAlerted: boolean
}

function Sections({ news: { news, listings, total, since }, isAlerted }: SectionsProps) {
  const records = new Map(listings.map((record) => [record._id, record]))
  const known = news.filter(({ listing_id }) => records.has(listing_id))
  return (
    <>
      <p className="soft">
        {isAlerted ? formatHouses(total) : `${formatHouses(total)} since ${formatLongDay(since)}`}
      </p>
      {NEWS_KINDS.map((kind) => {
        const items = known.filter((item) => item.kind === kind)
        if (items.length === 0) return null
        return (
          <section key={kind} className={styles.section}>
            <h2>{NEWS_HEADINGS[kind]}</h2>
            <ul className={styles.list}>
              {items.map((item) => {
                const record = records.get(item.listing_id)
                return record && <Row key={record._id} item={item} listing={toListing(record)} />
              })}
            </ul>
          </section>
        )
      })}
      {total > news.length && (
        <p className="soft">{`${formatNumber(total - news.length)} more houses are not shown here. Open your saved searches to see them.`}</p>
      )}
    </>
  )
}

interface RowProps {
  item: NewsItem
  listing: ReturnType<typeof toListing>
}

function Row({ item, listing }: RowProps) {
  return (
    <li className={styles.row}>
      <Link className={styles.link} to="/listings/$id" params={{ id: listing.id }}>
        <Bilingual>{listing.title}</Bilingual>
      </Link>
      <ul className={styles.reasons}>
        {describeNews(item).map((text) => (
          <li key={text}>
            <Bilingual>{text}</Bilingual>
          </li>
        ))}
      </ul>
      <time className="caption" dateTime={item.at}>
        {formatLongDay(item.at)}
      </time>
    </li>
  )
}
