import { getOwnPhoto, getOwnPhotoSpace, listOwnPhotos, putOwnPhoto } from '#contract/own-photos.ts'
import { countAttempts } from '#server/auth/rate-limits.ts'
import { Download } from '#server/http/output.ts'
import type { Serve } from '#server/http/serve.ts'
import * as photos from '#server/notes/own-photos.ts'
import type { Services } from '../services.ts'

export function ownPhotoRoutes(serve: Serve, services: Services) {
  serve(putOwnPhoto, async ({ caller, input, file }) => {
    const userId = caller.user.id
    await countAttempts(services.db, [{ limit: 'ownPhotoOfPerson', userId }], services.now())
    const name = { userId, id: input.id, listingId: input.listing_id }
    return photos.receiveOwnPhoto(services, name, file)
  })

  serve(getOwnPhoto, async ({ caller, input }) => {
    const jpeg = await photos.readOwnPhoto(services, { userId: caller.user.id, id: input.id })
    return sendPhoto(input.id, jpeg)
  })

  serve(getOwnPhotoSpace, ({ caller }) =>
    photos.spaceOf(services.db, services.ownPhotos, caller.user.id),
  )

  serve(listOwnPhotos, async ({ caller }) => ({
    photos: await photos.listOwnPhotos(services.db, caller.user.id),
  }))
}

/** Sends a photo as a file. The browser does not store the response. */
export function sendPhoto(id: string, jpeg: Uint8Array) {
  return new Download(`${id}.jpg`, 'image/jpeg', inOnePiece(jpeg))
}

async function* inOnePiece(bytes: Uint8Array) {
  yield bytes
}
