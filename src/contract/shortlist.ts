import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Email } from './fields.ts'
import { RequiredText, validItems } from './lenient-fields.ts'
import { ListingRecord } from './listings.ts'
import { PHOTO_TIMEOUT_MS, PhotoId } from './own-photos.ts'
import { Revision } from './revisions.ts'
import { INVITATION_TOKEN, NOTES_VERSION } from './shortlist-limits.ts'
import { Id, Timestamp } from './values.ts'

/**
 * A shortlist that a subscriber, the owner, shares with one other person, the partner. The partner
 * needs an account but no subscription. The partner sees the houses of the list in full, and no
 * other houses. Owner and partner keep separate notes and photos, and share them house by house.
 */

const ShortlistHouse = z.object({
  listing_id: z.string(),
  added_at: Timestamp,
  /** Whether the other person sees the caller's notes and photos of this house. */
  my_notes: z.enum(['private', 'all']),
  /** True until the caller has answered the question whether to share notes of this house. */
  is_asked: z.boolean(),
  /** Whether the caller has notes or photos of this house that the other person does not see. */
  has_private_notes: z.boolean(),
  /**
   * The other person's status and verdict for the house. Null if the other person has none, or does
   * not share them.
   */
  their_status: z.nullable(z.string()),
  their_verdict: z.nullable(z.string()),
})
export type ShortlistHouse = z.output<typeof ShortlistHouse>

const Shortlist = z.object({
  role: z.enum(['owner', 'partner']),
  /** Whether the owner's subscription gives access. Without access, `houses` is empty. */
  is_open: z.boolean(),
  /** The other person. Null while nobody has accepted an invitation. */
  other: z.nullable(z.object({ name: z.string() })),
  /** The open invitation. Only the owner sees it. */
  invitation: z.nullable(z.object({ email: z.nullable(z.string()), expires_at: Timestamp })),
  /** The houses. The house that was added last comes first. */
  houses: z.array(ShortlistHouse),
})
export type Shortlist = z.output<typeof Shortlist>

const Answer = z.object({ shortlist: z.nullable(Shortlist), revision: Revision })
const INCOMPLETE = 'This invitation is not complete'
const Token = z.string(INCOMPLETE).check(z.regex(INVITATION_TOKEN, INCOMPLETE))

/** The shortlist that the caller owns or has joined as the partner. Null if there is none. */
export const getShortlist = endpoint({
  method: 'GET',
  path: '/shortlist',
  access: 'user',
  input: z.object({}),
  output: Answer,
})

export const listShortlistHouses = endpoint({
  method: 'GET',
  path: '/shortlist/houses',
  access: 'guest',
  input: z.object({}),
  output: z.object({ listings: validItems(ListingRecord) }),
})

/**
 * Adds a house to the shortlist, and creates the shortlist for the first house. The request is
 * idempotent, so a retry is harmless.
 */
export const addToShortlist = endpoint({
  method: 'POST',
  path: '/shortlist/houses',
  access: 'subscriber',
  input: z.strictObject({ listing_id: Id }),
  output: Answer,
})

/**
 * Takes a house off the list. The owner and the partner may do this. Both keep their own notes and
 * photos, but stop sharing them. If the house is put back, the app asks each person who shared notes
 * or photos whether to share them again.
 */
export const removeFromShortlist = endpoint({
  method: 'DELETE',
  path: '/shortlist/houses/:id',
  access: 'user',
  input: z.strictObject({ id: Id }),
  output: Answer,
})

const PartnerNotes = z.object({
  /** The version of the shared notes. Missing if nothing is shared. */
  version: z.optional(z.string()),
  /**
   * True if the request's `known` is still the current version. `fields`, `criteria` and `photos`
   * are then empty.
   */
  is_unchanged: z.optional(z.boolean()),
  fields: z.array(z.object({ field: z.string(), value: z.unknown(), at: Timestamp })),
  criteria: z.array(z.object({ id: z.string(), name: RequiredText })),
  /** The shared photos, the oldest first. Only photos whose image files are on the server. */
  photos: z.array(
    z.object({
      ...{ id: z.string(), caption: z.nullable(z.string()) },
      taken_at: Timestamp,
    }),
  ),
})
export type PartnerNotes = z.output<typeof PartnerNotes>

/**
 * The other person's notes and photos of a house, if the other person shares them. Screens poll
 * this endpoint. A request can send the `version` of an earlier response as `known`. The server
 * then reads and sends the notes only if they have changed since that response. One house has at
 * most `MAX_RECORD_FIELDS` notes.
 */
export const getPartnerNotes = endpoint({
  method: 'GET',
  path: '/shortlist/houses/:id/notes',
  access: 'guest',
  input: z.object({
    id: Id,
    known: z.optional(z.string().check(z.regex(NOTES_VERSION, 'The version is not valid'))),
  }),
  output: PartnerNotes,
})

/**
 * One photo that the other person shares, as a JPEG. For every photo that is not shared, the
 * response is 404, so that the response does not reveal whether the photo exists.
 */
export const getPartnerPhoto = endpoint({
  method: 'GET',
  path: '/shortlist/houses/:id/photos/:photo_id',
  access: 'user',
  timeoutMs: PHOTO_TIMEOUT_MS,
  input: z.object({ id: Id, photo_id: PhotoId }),
  output: z.file(),
})

/**
 * Stores whether the other person may see the caller's notes and photos of a house. If `shared` is
 * true, the other person sees all of them, including later ones. If `shared` is false, the other
 * person sees none. Before the caller has answered, the other person sees none either.
 */
export const shareNotes = endpoint({
  method: 'PUT',
  path: '/shortlist/houses/:id/sharing',
  access: 'user',
  input: z.strictObject({ id: Id, shared: z.boolean() }),
  output: Answer,
})

/**
 * Creates an invitation, which replaces any earlier invitation. If an email address is given, the
 * invitation is also mailed to this address. Only this response contains the link.
 */
export const inviteToShortlist = endpoint({
  method: 'POST',
  path: '/shortlist/invitation',
  access: 'subscriber',
  input: z.strictObject({ email: z.optional(Email) }),
  output: z.object({ link: z.string(), expires_at: Timestamp }),
})

export const withdrawInvitation = endpoint({
  method: 'DELETE',
  path: '/shortlist/invitation',
  access: 'user',
  input: z.strictObject({}),
  output: Answer,
})

/**
 * Reads who sent an invitation. Whoever has the link may read this before signing in. The token is
 * sent in the body, because logs contain URLs.
 */
export const readInviter = endpoint({
  method: 'POST',
  path: '/shortlist/invitation/inviter',
  access: 'public',
  input: z.strictObject({ token: Token }),
  output: z.object({
    /** The sender's name. Null if the name contains a web or email address. */
    inviter: z.nullable(z.string()),
    houses: z.int(),
  }),
})

/**
 * Reads who sent an invitation, and which list of the caller would be deleted if the caller
 * accepted the invitation. The token is sent in the body, because logs contain URLs.
 */
export const readInvitation = endpoint({
  method: 'POST',
  path: '/shortlist/invitation/reading',
  access: 'user',
  input: z.strictObject({ token: Token }),
  output: z.object({
    inviter: z.string(),
    houses: z.int(),
    /**
     * The caller's own list. If it is shared, the caller must end the sharing before accepting the
     * invitation.
     */
    own_list: z.nullable(z.object({ houses: z.int(), is_shared: z.boolean() })),
  }),
})

/**
 * Accepts an invitation: the caller becomes the partner of the list. An invitation works once. The
 * server deletes the caller's own list. If this list has houses, `leaves_own_list` must be true.
 * This value confirms that the app has told the caller about the deletion.
 */
export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/shortlist/invitation/acceptance',
  access: 'user',
  input: z.strictObject({ token: Token, leaves_own_list: z.optional(z.boolean()) }),
  output: Answer,
})

/**
 * Ends the sharing. Either the partner leaves, or the owner removes the partner. Both keep their
 * own notes and photos.
 */
export const endPartnership = endpoint({
  method: 'DELETE',
  path: '/shortlist/partner',
  access: 'user',
  input: z.strictObject({}),
  output: Answer,
})
