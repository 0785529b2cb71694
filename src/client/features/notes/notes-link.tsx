import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { notesId } from '#client/format/listing-ids.ts'
import { focusPage } from '#client/ui/focus-page.ts'

interface NotesLinkProps {
  listingId: string
  className: string | undefined
  children: ReactNode
}

/** A link on the page of a house that scrolls to the person's notes. */
export function NotesLink({ listingId, className, children }: NotesLinkProps) {
  return (
    <Link
      className={className}
      to="."
      search
      hash={notesId(listingId)}
      replace
      onClick={() => requestAnimationFrame(focusPage)}
    >
      {children}
    </Link>
  )
}
