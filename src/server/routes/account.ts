import { getAccount } from '#contract/account.ts'
import { getOwnData } from '#contract/own-data.ts'
import {
  changePassword,
  changeProfilePicture,
  deleteAccount,
  updateAccount,
  updateDisplay,
} from '#contract/profile.ts'
import * as changes from '#server/account/account-changes.ts'
import * as deletion from '#server/account/account-deletion.ts'
import { readOwnData } from '#server/account/own-data.ts'
import { openOwnDataDownloads } from '#server/account/own-data-downloads.ts'
import { countAttempts } from '#server/auth/rate-limits.ts'
import type { Serve } from '#server/http/serve.ts'
import { renewOrExpire } from '#server/payments/mirror/check-expiry.ts'
import { toDisplay } from '#server/rates/convert.ts'
import { needsSetup } from '#server/second-factor/requirement.ts'
import { readUser, toAccount, toUser } from '#server/users/accounts.ts'
import { JsonStream } from '../http/output.ts'
import { receiveProfilePicture } from '../images/profile-picture.ts'
import type { Services } from '../services.ts'

export function accountRoutes(serve: Serve, services: Services) {
  const { db, now, rates } = services
  const download = openOwnDataDownloads()

  serve(getAccount, async ({ caller: { user, subscription } }) =>
    toAccount(
      {
        user: await readUser(db, user),
        subscription: await renewOrExpire(services, subscription),
        needsSecondFactor: await needsSetup(services, user),
      },
      rates.current(),
    ),
  )

  serve(updateAccount, async ({ caller, input, ip, userAgent }) =>
    toUser(
      'name' in input
        ? await changes.changeName(services, caller, input.name)
        : await changes.changeEmail(services, caller, {
            ...input,
            origin: { ip, userAgent },
          }),
    ),
  )

  serve(updateDisplay, async ({ caller, input }) =>
    toDisplay(await changes.changeDisplay(services, caller, input), rates.current()),
  )

  serve(changePassword, async ({ caller, input, ip, userAgent }) => {
    const { current_password: current, new_password: chosen } = input
    await changes.changePassword(services, caller, {
      current,
      chosen,
      origin: { ip, userAgent },
    })
    return {}
  })

  serve(changeProfilePicture, async ({ caller, file }) => {
    // Count the attempt for the rate limit before the upload is read, so that refused uploads cost
    // no time.
    await countAttempts(db, [{ limit: 'pictureOfPerson', userId: caller.user.id }], now())
    const picture = await receiveProfilePicture(services, file)
    return toUser(await changes.changePicture(services, caller, picture))
  })

  serve(getOwnData, async ({ caller: { user } }) => {
    const text = download(user.id, readOwnData(services, user))
    try {
      await countAttempts(db, [{ limit: 'ownDataOfPerson', userId: user.id }], now())
      return new JsonStream(text)
    } catch (error) {
      await text[Symbol.asyncIterator]().return?.()
      throw error
    }
  })

  serve(deleteAccount, async ({ caller, input: { password }, ip, userAgent }) => {
    await deletion.deleteAccount(services, caller, {
      password,
      origin: { ip, userAgent },
    })
    await services.ownPhotos.removeAllOf(caller.user.id)
    return {}
  })
}
