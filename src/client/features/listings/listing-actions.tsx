import { useSyncExternalStore } from 'react'
import type { Listing } from '#client/data/to-listing.ts'
import { Button } from '#client/ui/button.tsx'
import { showToast } from '#client/ui/toast.ts'
import { LinkIcon, OutsideIcon, ShareIcon } from './icons.tsx'
import styles from './listing-actions.module.css'

/** What can be done with a listing: pass it on, or see where it comes from. */
export function ListingActions({ listing, isAdmin }: { listing: Listing; isAdmin: boolean }) {
  // What only administrators are led to is the page the listing was read from.
  const source = listing.link ?? (isAdmin ? listing.referenceUrl : undefined)
  return (
    <>
      <Button
        variant="quiet"
        className={styles.action}
        aria-describedby={`title-${listing.id}`}
        onClick={() => copyLink(listing)}
      >
        <LinkIcon />
        Copy Link
      </Button>
      {useCanShare() && (
        <Button
          variant="quiet"
          className={styles.action}
          aria-describedby={`title-${listing.id}`}
          onClick={() => share(listing)}
        >
          <ShareIcon />
          Share
        </Button>
      )}
      {source && (
        <a
          className={styles.source}
          href={source}
          target="_blank"
          rel="noopener noreferrer"
          aria-describedby={`title-${listing.id}`}
        >
          Original Link
          <OutsideIcon />
        </a>
      )}
    </>
  )
}

function linkTo({ id }: Listing) {
  return `${location.origin}/listings?listing=${id}`
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
    await navigator.share({ title: listing.title, url: linkTo(listing) })
  } catch {
    // Changing one's mind is reported as a failure.
  }
}

const never = () => () => {}

/** Not every browser can share, and a server never knows. */
function useCanShare() {
  return useSyncExternalStore(
    never,
    () => 'share' in navigator,
    () => false,
  )
}
