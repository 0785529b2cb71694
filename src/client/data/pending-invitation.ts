import { withTabStorage } from '#client/browser/storage.ts'
import { INVITATION_TOKEN } from '#contract/shortlist-limits.ts'

const NAME = 'invitation'

/**
 * Reads the token of the invitation that this tab has opened. While the person signs in or
 * registers, the token is in the session storage of the tab, so that no URL contains it.
 */
export function readInvitationToken(hash: string) {
  const written = hash.replace(/^#/, '')
  if (INVITATION_TOKEN.test(written)) {
    withTabStorage((storage) => storage.setItem(NAME, written))
    return written
  }
  const kept = withTabStorage((storage) => storage.getItem(NAME))
  return kept && INVITATION_TOKEN.test(kept) ? kept : undefined
}

/**
 * Deletes the token of the invitation. Called when the invitation was accepted or is no longer
 * open, and when the person signs out.
 */
export function forgetInvitation() {
  withTabStorage((storage) => storage.removeItem(NAME))
}
