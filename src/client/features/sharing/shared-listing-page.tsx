import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { failureMessage, latestFailure } from '#client/api/failures.ts'
import { RateNote } from '#client/components/rate-note.tsx'
import { type SharedHouse, sharedListingQuery } from '#client/data/sharing.ts'
import { formatArea } from '#client/format/format.ts'
import { formatAskedPrice, formatConvertedPrice } from '#client/format/price.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Bilingual } from '#client/ui/bilingual.tsx'
import { Button } from '#client/ui/button.tsx'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { Skeleton } from '#client/ui/loading.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { RestoreScroll } from '#client/ui/restore-scroll.ts'
import { VerandaPage } from '#client/ui/veranda-page.tsx'
import type { ListingLink } from '#contract/shared-path.ts'
import styles from './shared-listing-page.module.css'

interface SharedListingPageProps {
  link: ListingLink
  picture: (house: SharedHouse) => ReactNode
  /** Invites the person to subscribe and see the whole listing. */
  offer: ReactNode
}

/** The public view of a shared listing, for people without access. */
export function SharedListingPage(props: SharedListingPageProps) {
  const { data } = useQuery(sharedListingQuery(props.link))
  // Restore the scroll position only if the listing still has to load. If the server has rendered
  // the listing, the browser has already restored the position. A second restore could undo the
  // person's own scrolling.
  const [isLoading] = useState(data === undefined)
  return (
    <>
      {isLoading && <RestoreScroll />}
      <LinkedHouse {...props} />
    </>
  )
}

function LinkedHouse({ link, ...slots }: SharedListingPageProps) {
  const query = useQuery(sharedListingQuery(link))
  const { data: linked, refetch } = query
  const error = latestFailure(query)
  if (linked && 'detail' in linked) {
    return (
      <VerandaPage title="House not found" lead={linked.detail}>
        <ButtonLink to="/free-preview">See some houses for free</ButtonLink>
      </VerandaPage>
    )
  }
  if (linked) return <House house={linked} {...slots} />
  if (!error) return <LoadingHouse />
  return (
    <VerandaPage
      title="This house could not be loaded"
      lead={failureMessage(error, 'Something went wrong.')}
      links={<FreePreviewLink />}
    >
      <Button onClick={() => void refetch()}>Try Again</Button>
    </VerandaPage>
  )
}

interface HouseProps extends Omit<SharedListingPageProps, 'link'> {
  house: SharedHouse
}

function House({ house, picture, offer }: HouseProps) {
  const { attribution, display } = house
  const converted = formatConvertedPrice(house, display)
  return (
    <article className={styles.page}>
      <PageTitle>{house.title}</PageTitle>
      <div className={styles.picture}>
        {picture(house)}
        {house.sample && <Badge className={styles.badge}>Sample</Badge>}
        {house.isUnderNegotiation && <Badge className={styles.badge}>Under negotiation</Badge>}
      </div>
      <div className={styles.sheet}>
        <div className={styles.head}>
          <h1>
            <Bilingual>{house.title}</Bilingual>
          </h1>
          {house.japanesePlace && (
            <p className={styles.japanese} lang="ja" translate="no">
              {house.japanesePlace}
            </p>
          )}
          <p className={styles.price}>
            <span>{formatAskedPrice(house)}</span>
            <span className={styles.converted}>{converted}</span>
          </p>
          {converted && display && (
            <p className="caption">
              Converted at <RateNote display={display} />.
            </p>
          )}
        </div>
        <Facts house={house} />
        {offer}
        <ul className={styles.links}>
          <FreePreviewLink />
        </ul>
        {attribution && (
          <p className={styles.credit}>
            <Bilingual>{attribution}</Bilingual>
          </p>
        )}
      </div>
    </article>
  )
}

function FreePreviewLink() {
  return (
    <li>
      Only looking? <Link to="/free-preview">See some houses for free</Link>
    </li>
  )
}

function Facts({ house: { floorPlan, area, landArea, yearBuilt } }: { house: SharedHouse }) {
  const facts = [
    ['Floor Plan', floorPlan],
    ['Area', area && formatArea(area)],
    ['Land Area', landArea && formatArea(landArea)],
    ['Built', yearBuilt],
  ] as const
  const known = facts.filter(([, value]) => value)
  if (known.length === 0) return null
  return (
    <dl className={styles.facts}>
      {known.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{typeof value === 'string' ? <Bilingual>{value}</Bilingual> : value}</dd>
        </div>
      ))}
    </dl>
  )
}

function LoadingHouse() {
  return (
    <div className={styles.page}>
      <p className="visually-hidden" role="status">
        Loading
      </p>
      <div className={styles.picture}>
        <Skeleton className={styles.pictureToCome} />
      </div>
      <div className={styles.sheet}>
        <div className={styles.head}>
          <Skeleton className={styles.titleToCome} />
          <Skeleton className={styles.priceToCome} />
        </div>
        <Skeleton className={styles.factsToCome} />
        <Skeleton className={styles.offerToCome} />
      </div>
    </div>
  )
}
