import type { ReactNode } from 'react'
import { now } from '#client/browser/clock.ts'
import { Outline } from '#client/components/outline.tsx'
import { RateNote } from '#client/components/rate-note.tsx'
import { useDisplay } from '#client/components/use-display.ts'
import type { Listing } from '#client/data/to-listing.ts'
import { contactsOf } from '#client/features/house/contacts-of.ts'
import { CostLines } from '#client/features/house/cost-lines.tsx'
import { Freshness } from '#client/features/house/freshness.tsx'
import { HouseFacts } from '#client/features/house/house-facts.tsx'
import { Tags } from '#client/features/house/house-signs.tsx'
import { townHallOf } from '#client/features/house/letter/town-hall.ts'
import { useHouseCosts } from '#client/features/house/use-house-costs.ts'
import { Credits } from '#client/features/listings/credits.tsx'
import { ListingPicture } from '#client/features/listings/listing-picture.tsx'
import { ListingRows } from '#client/features/listings/listing-rows.tsx'
import { SignMeaning } from '#client/features/listings/sign-meaning.tsx'
import { formatPrice, formatYen } from '#client/format/format.ts'
import { titleId } from '#client/format/listing-ids.ts'
import { describeOffer } from '#client/format/offer.ts'
import { formatAskedPrice, formatConvertedPrice } from '#client/format/price.ts'
import { Bilingual, languageOf } from '#client/ui/bilingual.tsx'
import { markName } from '#contract/mark-codes.ts'
import { OUTLINES_CREDIT } from '#contract/outlines-credit.ts'
import styles from './dossier.module.css'
import { OwnNotes } from './own-notes.tsx'
import { Questions } from './questions-to-answer.tsx'

/**
 * The maximum number of the seller's photos, and of the person's own photos. More photos would fill
 * whole pages.
 */
const PRINTED_PHOTOS = 6

/** Everything about a house that is useful on paper, with room to write. */
export function Dossier({ listing }: { listing: Listing }) {
  const { id, title, address, remarks } = listing
  const offer = describeOffer(listing)
  const display = useDisplay()
  const { costs, converted: inYen } = useHouseCosts(listing, now())
  const converted = formatConvertedPrice(listing, display)
  return (
    <article className={styles.dossier} aria-labelledby={titleId(id)}>
      <header className={styles.head}>
        <h2 id={titleId(id)}>
          <Bilingual>{title}</Bilingual>
        </h2>
        {address && (
          <p className={styles.address}>
            <Bilingual>{address}</Bilingual>
          </p>
        )}
        <p className={styles.price}>
          <span>{formatAskedPrice(listing, formatPrice)}</span>
          {converted && <span className={styles.soft}>{` ${converted}`}</span>}
        </p>
        {listing.sample && <p>This is an invented sample house.</p>}
        {offer && <p>{offer}</p>}
      </header>
      <Pictures listing={listing} />
      <WatchOuts codes={listing.watchOuts} />
      <OwnNotes listing={listing} mostPhotos={PRINTED_PHOTOS} />
      <Section heading="Facts">
        <ListingRows
          listing={listing}
          display={display}
          price={formatAskedPrice(listing, formatPrice)}
        >
          <Freshness listing={listing} />
        </ListingRows>
        <HouseFacts listing={listing} />
        {listing.goodSigns.length > 0 && (
          <p>{`Good signs: ${listing.goodSigns.map(markName).join(', ')}.`}</p>
        )}
      </Section>
      {remarks && (
        <Section heading="Remarks">
          <Tags tags={listing.tags} />
          <p
            className={styles.remarks}
            lang={languageOf(remarks)}
            translate={languageOf(remarks) && 'no'}
          >
            {remarks}
          </p>
        </Section>
      )}
      {!listing.isForRent && (
        <Section heading="What it costs to buy">
          {inYen && (
            <p>
              <span>{`The seller’s price is in dollars. The costs are computed for about ${formatYen(inYen.yen)}, at`}</span>{' '}
              <RateNote display={inYen.rate} />.
            </p>
          )}
          <CostLines {...costs} />
        </Section>
      )}
      <Contacts listing={listing} />
      <Source listing={listing} />
      <Questions listing={listing} />
    </article>
  )
}

function Section({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h3>{heading}</h3>
      {children}
    </section>
  )
}

/** The outline of the prefecture with the place of the house, and the first photos of the house. */
function Pictures({ listing }: { listing: Listing }) {
  const { photos, photoCount, place, prefecture, spot } = listing
  const shown = photos.slice(0, PRINTED_PHOTOS)
  return (
    <div className={styles.pictures}>
      <div className={styles.locator}>
        <Outline prefecture={prefecture} spot={spot} label={`Outline of ${prefecture}`} />
        <div>
          <p>
            <span translate="no">{`${place ? `${place.en}, ` : ''}${prefecture}`}</span>{' '}
            {place && (
              <span lang="ja" translate="no">
                {place.ja}
              </span>
            )}
          </p>
          {place && spot && (
            <p
              className={styles.soft}
            >{`The dot on the map marks ${place.en}, not the house itself.`}</p>
          )}
        </div>
      </div>
      {shown.length > 0 && (
        <ul className={styles.photos}>
          {shown.map((photo, position) => (
            <li key={photo.src}>
              <ListingPicture
                photo={photo}
                alt={`Photo ${position + 1} of ${photoCount}`}
                sizes="18rem"
                loading="now"
              />
            </li>
          ))}
        </ul>
      )}
      {photoCount > shown.length && (
        <p className={styles.soft}>{`${shown.length} of ${photoCount} photos.`}</p>
      )}
    </div>
  )
}

function WatchOuts({ codes }: { codes: readonly string[] }) {
  if (codes.length === 0) return null
  return (
    <Section heading="Watch out for">
      {codes.map((code) => (
        <div key={code} className={styles.sign}>
          <h4>{markName(code)}</h4>
          <SignMeaning code={code} />
        </div>
      ))}
    </Section>
  )
}

function Contacts({ listing }: { listing: Listing }) {
  const { number, municipal } = contactsOf(listing) ?? {}
  const desk = municipal && [municipal.phone, municipal.mail, municipal.web, municipal.note]
  const { searchWords, office } = townHallOf(listing)
  return (
    <Section heading="Whom to ask">
      {number && (
        <p>
          <Bilingual>{`Contact in this listing: ${number}`}</Bilingual>
        </p>
      )}
      {municipal && (
        <p>
          <span>{`${municipal.en} town hall (`}</span>
          <span lang="ja" translate="no">
            {municipal.ja}
          </span>
          ): <Bilingual>{desk?.filter(Boolean).join(', ') ?? ''}</Bilingual>
        </p>
      )}
      <p>
        <span>Register of vacant houses:</span>{' '}
        <span lang="ja" translate="no">
          {[office?.japanese, searchWords].filter(Boolean).join('、')}
        </span>
      </p>
    </Section>
  )
}

/** The source of the offer. Each URL is printed in full, because nobody can tap a link on paper. */
function Source({ listing }: { listing: Listing }) {
  const { referenceUrl, link, record, id } = listing
  const pages = [...new Set([referenceUrl, link])].flatMap((page) => page ?? [])
  return (
    <Section heading="Source">
      <p>{`Property number: ${record.propertyNumber ?? id}`}</p>
      {pages.map((page) => (
        <p key={page}>
          <a className={styles.url} href={page} target="_blank" rel="noopener noreferrer">
            {page}
          </a>
        </p>
      ))}
      <Credits listings={[listing]} />
      {listing.photoCount > 0 && <p className={styles.soft}>{OUTLINES_CREDIT}</p>}
    </Section>
  )
}
