import type { ReactNode } from 'react'
import { latestFailure } from '#client/api/failures.ts'
import { CountLine } from '#client/components/count-line.tsx'
import { LoadError } from '#client/components/load-error.tsx'
import { PagePart } from '#client/components/page-part.tsx'
import type { Listing } from '#client/data/to-listing.ts'
import { formatHouses, formatNumber } from '#client/format/format.ts'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { PageContent } from '#client/ui/deferred.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { MAX_FAVORITES } from '#contract/favorites-limit.ts'
import styles from './favorites-page.module.css'
import { useFavorites } from './use-favorites.ts'

interface FavoritesPageProps {
  /** The placeholder for the cards while the favorites load. */
  placeholder: ReactNode
  /** The link to what has changed. */
  news: ReactNode
  cards: (favorites: Listing[]) => ReactNode
  /** Actions for all favorites, above the cards. */
  tools: (favorites: Listing[]) => ReactNode
}

export function FavoritesPage(props: FavoritesPageProps) {
  return (
    <div className="page">
      <PageTitle>My Favorites</PageTitle>
      <h1>My Favorites</h1>
      <PageContent>
        <Favorites {...props} />
      </PageContent>
    </div>
  )
}

function Favorites({ placeholder, cards, tools, news }: FavoritesPageProps) {
  const { favorites, unknown, refetch, ...query } = useFavorites()
  const error = latestFailure(query)
  if (!favorites) {
    if (error) {
      return (
        <LoadError
          name="favorites"
          what="Your favorites"
          error={error}
          onRetry={() => void refetch()}
        />
      )
    }
    return (
      <>
        <p className="soft" role="status">
          Loading favorites...
        </p>
        {placeholder}
      </>
    )
  }
  if (favorites.length + unknown === 0) return <NoFavorites />
  return (
    <>
      <CountLine news={news}>{describeCount(favorites.length, unknown)}</CountLine>
      {favorites.length + unknown >= MAX_FAVORITES && (
        <p className="soft">{`You have reached ${formatNumber(MAX_FAVORITES)} favorites, the most that one account can keep. Remove one to add another.`}</p>
      )}
      <PagePart>{tools(favorites)}</PagePart>
      <PagePart>{cards(favorites)}</PagePart>
    </>
  )
}

/**
 * Describes the number of favorites. `unknown` counts favorites whose listings the server has not
 * sent to this device yet.
 */
function describeCount(known: number, unknown: number) {
  if (unknown === 0) return formatHouses(known)
  return known === 0
    ? `${formatHouses(unknown)} will sync`
    : `${formatHouses(known)}, ${unknown} more will sync`
}

function NoFavorites() {
  return (
    <EmptyState drawing={<HouseWithHeart />} title="No favorites yet">
      <p>Start browsing listings and add your favorites!</p>
      <ButtonLink to="/listings">Browse Listings</ButtonLink>
    </EmptyState>
  )
}

function HouseWithHeart() {
  return (
    <>
      <path d="M8 38 60 10l52 28M20 34v44h80V34M4 78h112" />
      <path
        className={styles.heart}
        d="M60 69 46.5 55.6a8.9 8.9 0 0 1 12.6-12.5l.9.9.9-.9a8.9 8.9 0 0 1 12.6 12.5Z"
      />
    </>
  )
}
