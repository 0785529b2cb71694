import { Link } from '@tanstack/react-router'
import { useId, useSyncExternalStore } from 'react'
import type { Listing } from '#client/data/to-listing.ts'
import { namedAfter } from '#client/format/listing-ids.ts'
import { Button } from '#client/ui/button.tsx'
import { showToast } from '#client/ui/toast.ts'
import { sharedPath } from '#contract/shared-path.ts'
import { sharedTitle } from '#contract/shared-title.ts'
import { LinkIcon, OutsideIcon, ShareIcon } from './icons.tsx'
import styles from './listing-actions.module.css'

/** The actions of a listing: share it, open its source, or edit it. */
export function ListingActions({ listing, isAdmin }: { listing: Listing; isAdmin: boolean }) {
  const id = useId()
  // Only administrators get a link to the page that the listing was read from.
  const source = listing.link ?? (isAdmin ? listing.referenceUrl : undefined)
  return (
    <>
      <ShareActions listing={listing} />
      {isAdmin && (
        <Link
          className={styles.edit}
          to="/admin/dashboard/listings/$id"
          params={{ id: listing.id }}
          {...namedAfter(`${id}edit`, listing.id)}
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
          {...namedAfter(`${id}source`, listing.id)}
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
      <Button {...look} {...namedAfter(`${id}copy`, listing.id)} onClick={() => copyLink(listing)}>
        <LinkIcon />
        Copy Link
      </Button>
      {useCanShare() && (
        <Button {...look} {...namedAfter(`${id}share`, listing.id)} onClick={() => share(listing)}>
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

async function copyLink(listing: Listing) {
  try {
    await navigator.clipboard.writeText(linkTo(listing))
    showToast({
      type: 'success',
      title: 'Link copied!',
      description: 'The listing link has been copied to your clipboard.',
      duration: 3_000,
    })
  } catch {
    showToast({
      type: 'error',
      title: 'Failed to copy link',
      description: 'Please try again or copy the URL manually.',
      duration: 3_000,
    })
  }
}

async function share(listing: Listing) {
  try {
    // Share the public title, which does not contain the address.
    await navigator.share({ title: sharedTitle(listing.record), url: linkTo(listing) })
  } catch (error) {
    const isCancelled = error instanceof DOMException && error.name === 'AbortError'
    if (!isCancelled) await copyLink(listing)
  }
}

const never = () => () => {}

/** Whether the browser has Web Share. Some browsers lack it, and the server never has it. */
function useCanShare() {
  return useSyncExternalStore(never, canShare, () => false)
}

function canShare() {
  if (!('share' in navigator)) return false
  return !('canShare' in navigator) || navigator.canShare({ url: location.href })
}
