import { Link } from '@tanstack/react-router'
import { type Listing, toListing } from '#client/data/to-listing.ts'
import { formatArea } from '#client/format/format.ts'
import { formatAskedPrice } from '#client/format/price.ts'
import { Bilingual } from '#client/ui/bilingual.tsx'
import type { DuplicatePair, DuplicateSide } from '#contract/duplicates.ts'
import styles from './duplicate-sides.module.css'

/** Two listings side by side, with the facts by which a person tells whether they are one house. */
export function DuplicateSides({ sides }: Pick<DuplicatePair, 'sides'>) {
  return (
    <div className={styles.sides}>
      {sides.map((side) => (
        <Side key={side.listing._id} side={side} />
      ))}
    </div>
  )
}

function Side({ side: { source, listing: record } }: { side: DuplicateSide }) {
  const listing = toListing(record)
  const [photo] = listing.photos
  return (
    <div className={styles.side}>
      {photo && <img className={styles.photo} src={`${photo.src}?w=720`} alt="" loading="lazy" />}
      <h3 className={styles.title}>
        <Link to="/admin/dashboard/listings/$id" params={{ id: listing.id }}>
          <Bilingual>{listing.title}</Bilingual>
        </Link>
      </h3>
      <dl className={styles.facts}>
        <Fact name="Source">{source}</Fact>
        <Fact name="Address">{listing.address}</Fact>
        <Fact name="Price">{formatAskedPrice(listing)}</Fact>
        <Fact name="Building">{areaOf(listing.area)}</Fact>
        <Fact name="Land">{areaOf(listing.landArea)}</Fact>
        <div>
          <dt>Link</dt>
          <dd>
            <SourceLink listing={listing} />
          </dd>
        </div>
      </dl>
    </div>
  )
}

function Fact({ name, children }: { name: string; children: string | undefined }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children ? <Bilingual>{children}</Bilingual> : 'Not stated'}</dd>
    </div>
  )
}

function areaOf(area: Listing['area']) {
  return area === undefined ? undefined : formatArea(area, { unit: 'm2' })
}

function SourceLink({ listing: { link, referenceUrl } }: { listing: Listing }) {
  const href = link ?? referenceUrl
  if (!href) return <span>Not stated</span>
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" translate="no">
      <span>{new URL(href).hostname}</span>
    </a>
  )
}
