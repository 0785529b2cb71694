import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { HouseHistory } from '#client/components/house-history.tsx'
import { QueryBoundary } from '#client/components/query-boundary.tsx'
import { inventoryListingQuery } from '#client/data/inventory.ts'
import type { InventoryParams } from '#client/data/inventory-params.ts'
import { type Listing, toListing } from '#client/data/to-listing.ts'
import { formatLongDay } from '#client/format/days.ts'
import { Bilingual } from '#client/ui/bilingual.tsx'
import { Card } from '#client/ui/card.tsx'
import { BackIcon } from '#client/ui/icons.tsx'
import type { InventoryListing } from '#contract/inventory.ts'
import { EditForm } from './edit-form.tsx'
import styles from './inventory-listing-page.module.css'
import { Offer } from './offer.tsx'
import { SourceRecord } from './source-record.tsx'
import { StateBadge } from './state-badge.tsx'

interface InventoryListingPageProps {
  id: string
  /** The URL parameters of the list of listings. The link back to the list contains them. */
  listParams: InventoryParams
  /** The listing as subscribers see it. */
  preview: (listing: Listing) => ReactNode
}

/** One listing for administrators: its source record, its values and its actions. */
export function InventoryListingPage({ id, listParams, preview }: InventoryListingPageProps) {
  const query = useQuery(inventoryListingQuery(id))
  return (
    <div className={styles.page}>
      <Link className={styles.back} to="/admin/dashboard/listings" search={listParams}>
        <BackIcon />
        All listings
      </Link>
      <QueryBoundary query={query} failure="The listing could not be loaded">
        {(entry) => <Entry entry={entry} preview={preview} />}
      </QueryBoundary>
    </div>
  )
}

interface EntryProps extends Pick<InventoryListingPageProps, 'preview'> {
  entry: InventoryListing
}

function Entry({ entry, preview }: EntryProps) {
  const listing = toListing(entry.listing)
  const { address } = listing
  const isEdited = Object.values(entry.fields).some(({ edited }) => edited)
  return (
    <>
      <header className={styles.head}>
        <h2>
          <Bilingual>{entry.title}</Bilingual>
        </h2>
        {address !== undefined && address !== entry.title && (
          <p className="soft">
            <Bilingual>{address}</Bilingual>
          </p>
        )}
        <StateBadge state={entry.state} isEdited={isEdited} />
        <Origin entry={entry} />
      </header>
      <div className={styles.columns}>
        <div className={styles.column}>
          <section className={styles.preview} aria-label="What subscribers see">
            <h3>What subscribers see</h3>
            {preview(listing)}
          </section>
          <Offer entry={entry} />
          <HouseHistory listing={listing} />
        </div>
        <div className={styles.column}>
          <Card title="Correct this listing">
            <EditForm entry={entry} />
          </Card>
          <SourceRecord raw={entry.raw} />
        </div>
      </div>
    </>
  )
}

function Origin({ entry: { listing, source, updated_at } }: { entry: InventoryListing }) {
  return (
    <dl className={styles.origin}>
      <div>
        <dt>Id</dt>
        <dd translate="no">{listing._id}</dd>
      </div>
      <div>
        <dt>Source</dt>
        <dd>
          <Bilingual>{source.name}</Bilingual>
          <span>{`, last imported on ${formatLongDay(source.imported_at)}`}</span>
        </dd>
      </div>
      <div>
        <dt>Added</dt>
        <dd>{formatLongDay(listing.createdAt)}</dd>
      </div>
      <div>
        <dt>Changed</dt>
        <dd>{formatLongDay(updated_at)}</dd>
      </div>
    </dl>
  )
}
