import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { listingsQuery } from '#client/data/listings.ts'
import type { ListingsParams } from '#client/data/listings-params.ts'
import type { Listing } from '#client/data/to-listing.ts'
import { DEFAULT_PAGE_SIZE } from '#contract/choices.ts'
import styles from './house-pager.module.css'
import { NextIcon, PreviousIcon } from './icons.tsx'

/** The parameters of a page of search results, and the totals of the whole search. */
export interface ResultsPage {
  params: ListingsParams
  /** The number of houses on all pages of the search. */
  total: number
  totalPages: number
}

interface HousePagerProps {
  listing: Listing
  listings: Listing[]
  /**
   * Describes the page of search results that `listings` come from. Undefined if they do not come
   * from a search. In that case, `listings` has all houses.
   */
  page: ResultsPage | undefined
}

/**
 * The target of the button for the previous or next house. `page` is set if the target is on
 * another page of results.
 */
interface Target {
  id: string
  page?: number
}

/** Buttons that open the previous and the next house of the search, also across pages. */
export function HousePager({ listing, listings, page }: HousePagerProps) {
  const position = listings.indexOf(listing)
  const before = useNeighbourOnOtherPage(page, -1, position === 0)
  const after = useNeighbourOnOtherPage(page, 1, position === listings.length - 1)
  const previous = listings[position - 1] ?? before
  const next = listings[position + 1] ?? after
  const total = page?.total ?? listings.length
  if (total <= 1) return null
  return (
    <div className={styles.steps}>
      <Step label="Previous house" to={previous}>
        <PreviousIcon />
      </Step>
      {position >= 0 && (
        <span className={styles.position} role="status">
          {`${countBefore(page) + position + 1} of ${total}`}
        </span>
      )}
      <Step label="Next house" to={next}>
        <NextIcon />
      </Step>
    </div>
  )
}

/** The number of houses on the pages before `page`. */
function countBefore(page: ResultsPage | undefined) {
  if (!page) return 0
  const { page: number = 1, pageSize = DEFAULT_PAGE_SIZE } = page.params
  return (number - 1) * pageSize
}

/**
 * If the listing is the first or last house of a page of results, finds the neighbour on the
 * previous or next page. Undefined while the other page loads, and if there is no neighbour.
 */
function useNeighbourOnOtherPage(
  page: ResultsPage | undefined,
  step: -1 | 1,
  isAtEnd: boolean,
): Target | undefined {
  const number = (page?.params.page ?? 1) + step
  const exists = page !== undefined && isAtEnd && number >= 1 && number <= page.totalPages
  const { data } = useQuery({
    ...listingsQuery({ ...page?.params, page: number > 1 ? number : undefined }),
    enabled: exists,
    // Show no placeholder while the next or previous page of results loads. The placeholder would
    // be the current page, so the button would open a wrong house.
    placeholderData: undefined,
  })
  const found = data?.results.at(step === 1 ? 0 : -1)
  return exists && found ? { id: found._id, page: number } : undefined
}

interface StepProps {
  label: string
  /** The house that the button opens. Undefined if there is no such house, or while it loads. */
  to: Target | undefined
  children: ReactNode
}

/**
 * A button that opens the previous or the next house. If there is no such house, the button stays
 * focusable, so that the focus does not jump.
 */
function Step({ label, to, children }: StepProps) {
  const navigate = useNavigate()
  function open() {
    if (!to) return
    const { id, page } = to
    void navigate({
      to: '.',
      search:
        page === undefined ? true : (params) => ({ ...params, page: page > 1 ? page : undefined }),
      state: ({ isFromOtherPage }) => ({
        opened: id,
        isFromOtherPage: isFromOtherPage || page !== undefined,
      }),
      resetScroll: false,
      replace: true,
    })
  }
  return (
    <button
      className={styles.step}
      type="button"
      aria-label={label}
      aria-disabled={to === undefined}
      onClick={open}
    >
      {children}
    </button>
  )
}
