import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import type { Listing } from '#client/data/to-listing.ts'
import { labelledByTitle } from '#client/format/listing-ids.ts'
import { Button } from '#client/ui/button.tsx'
import { copyLink, shareLink, useCanShare } from '#client/ui/share-link.ts'
import { sharedPath } from '#contract/shared-path.ts'
import { sharedTitle } from '#contract/shared-title.ts'
import { LinkIcon, OutsideIcon, ShareIcon } from './icons.tsx'
import styles from './listing-actions.module.css'

const COPIED = 'The listing link has been copied to your clipboard.'

/** The actions for a listing: sharing, opening its source, and editing. */
export function ListingActions({ listing, isAdmin }: { listing: Listing; isAdmin: boolean }) {
  const id = useId()
  // Only administrators get a link to the page of the listing's source.
  const source = listing.link ?? (isAdmin ? listing.referenceUrl : undefined)
  return (
    <>
      <ShareActions listing={listing} />
      {isAdmin && (
        <Link
          className={styles.edit}
          to="/admin/dashboard/listings/$id"
          params={{ id: listing.id }}
          {...labelledByTitle(`${id}edit`, listing.id)}
        >
          Edit
        </Link>
      )}
      {source && (
        <a
          className={styles.source}
          href={source}
          target="_blank"
          rel="noopener noreferrer"
          {...labelledByTitle(`${id}source`, listing.id)}
        >
          Original Link
          <OutsideIcon />
        </a>
      )}
    </>
  )
}

/** The two ways to share a listing's link. */
export function ShareActions({ listing }: { listing: Listing }) {
  const id = useId()
  const look = { variant: 'quiet', className: styles.action } as const
  return (
    <>
      <Button
        {...look}
        {...labelledByTitle(`${id}copy`, listing.id)}
        onClick={() => copyLink(linkTo(listing), COPIED)}
      >
        <LinkIcon />
        Copy Link
      </Button>
      {useCanShare() && (
        <Button
          {...look}
          {...labelledByTitle(`${id}share`, listing.id)}
          onClick={() => share(listing)}
        >
          <ShareIcon />
          Share
        </Button>
      )}
    </>
  )
}

function linkTo({ id, record }: Listing) {
  return location.origin + sharedPath({ id, key: record.shareKey })
}

function share(listing: Listing) {
  // Share the public title, which does not contain the address.
  return shareLink({ title: sharedTitle(listing.record), link: linkTo(listing) }, COPIED)
}
