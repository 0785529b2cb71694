import { hasListingAccess } from '#contract/access.ts'
import { photoField } from '#contract/own-photo-fields.ts'
import {
  acceptInvitation,
  addToShortlist,
  endPartnership,
  getPartnerNotes,
  getPartnerPhoto,
  getShortlist,
  inviteToShortlist,
  listShortlistHouses,
  readInvitation,
  readInviter,
  removeFromShortlist,
  shareNotes,
  withdrawInvitation,
} from '#contract/shortlist.ts'
import { countAttempts } from '#server/auth/rate-limits.ts'
import { Refusal } from '#server/errors/refusal.ts'
import type { Serve } from '#server/http/serve.ts'
import { toGuestRecord } from '#server/listings/listing-records.ts'
import { readOwnPhoto } from '#server/notes/own-photos.ts'
import { digest } from '#server/revisions/digest.ts'
import { addHouse, removeHouse } from '#server/shortlist/change-houses.ts'
import {
  accept,
  describeInvitation,
  findInviter,
  invite,
  removePartner,
  withdraw,
} from '#server/shortlist/invitations.ts'
import { answerSharing, readShared } from '#server/shortlist/note-shares.ts'
import { findShortlist, isOpen, lockShortlist, termsOf } from '#server/shortlist/owner-access.ts'
import { NO_NOTES, readPartnerNotes } from '#server/shortlist/partner-notes.ts'
import { otherMember, readRecords, readShortlist } from '#server/shortlist/read-shortlist.ts'
import { inviterName } from '#server/shortlist/shortlist-mails.ts'
import type { Services } from '../services.ts'
import { sendPhoto } from './own-photos.ts'

export function shortlistRoutes(serve: Serve, services: Services) {
  const { db, now, mailQueue } = services

  async function answer(userId: string) {
    const shortlist = await readShortlist(services, userId)
    return { shortlist, revision: digest(shortlist) }
  }

  serve(getShortlist, ({ caller }) => answer(caller.user.id))

  serve(listShortlistHouses, async ({ caller }) => {
    const shortlist = await findShortlist(db, caller.user.id)
    const open = shortlist && (await isOpen(services, shortlist))
    const records = open ? await readRecords(db, shortlist) : []
    return { listings: caller.onlyShortlist === null ? records : records.map(toGuestRecord) }
  })

  serve(addToShortlist, async ({ caller, input }) => {
    const userId = caller.user.id
    await addHouse(db, { userId, listingId: input.listing_id, now: now() })
    return answer(userId)
  })

  serve(removeFromShortlist, async ({ caller, input }) => {
    await removeHouse(db, caller.user.id, input.id)
    return answer(caller.user.id)
  })

  /**
   * The person's shortlist and the id of the other person. Null without another person, or while
   * the list is closed.
   */
  async function findOther(userId: string) {
    const shortlist = await findShortlist(db, userId)
    const writerId = shortlist && otherMember(shortlist, userId)
    return writerId && (await isOpen(services, shortlist)) ? { shortlist, writerId } : null
  }

  serve(getPartnerNotes, async ({ caller, input: { id: listingId, known } }) => {
    const other = await findOther(caller.user.id)
    return other ? readPartnerNotes(db, { ...other, listingId, known }) : NO_NOTES
  })

  serve(getPartnerPhoto, async ({ caller, input: { id: listingId, photo_id: id } }) => {
    const other = await findOther(caller.user.id)
    const options = { listingId, fields: [photoField(id)] }
    const shared = other && (await readShared(db, other.shortlist, other.writerId, options))
    if (!other || !shared?.length) throw new Refusal(404, 'Photo not found')
    return sendPhoto(id, await readOwnPhoto(services, { userId: other.writerId, id }))
  })

  serve(shareNotes, async ({ caller, input }) => {
    const userId = caller.user.id
    await db.transaction(async (tx) => {
      const shortlist = await lockShortlist(tx, userId)
      if (!shortlist?.partnerId) return
      const share = { shortlistId: shortlist.id, listingId: input.id, userId }
      await answerSharing(tx, share, input.shared)
    })
    return answer(userId)
  })

  serve(inviteToShortlist, async ({ caller, input }) => {
    await countAttempts(db, [{ limit: 'invitationOfPerson', userId: caller.user.id }], now())
    const invited = await invite(services, caller.user, input.email)
    mailQueue.wake()
    return invited
  })

  serve(withdrawInvitation, async ({ caller }) => {
    await withdraw(db, caller.user.id)
    return answer(caller.user.id)
  })

  serve(readInviter, async ({ input, ip }) => {
    await countAttempts(db, [{ limit: 'invitationFromAddress', ip }], now())
    const inviter = await findInviter(db, input.token, now())
    return { inviter: inviterName(inviter), houses: inviter.houses }
  })

  serve(readInvitation, async ({ caller, input }) => {
    await countAttempts(db, [{ limit: 'invitationOpened', userId: caller.user.id }], now())
    return describeInvitation(db, caller.user.id, input.token, now())
  })

  serve(acceptInvitation, async ({ caller, input }) => {
    await countAttempts(db, [{ limit: 'invitationOpened', userId: caller.user.id }], now())
    const { token, leaves_own_list: mayDeleteOwnList = false } = input
    const isGuest = !hasListingAccess(termsOf(caller.user, caller.subscription), now())
    const userId = caller.user.id
    await accept(db, { userId, token, mayDeleteOwnList, isGuest, now: now() })
    return answer(caller.user.id)
  })

  serve(endPartnership, async ({ caller }) => {
    await removePartner(db, caller.user.id)
    return answer(caller.user.id)
  })
}
