import { Avatar } from '#client/ui/avatar.tsx'
import type { Account } from '#contract/account.ts'

export function AccountMenu({ account: { user } }: { account: Account }) {
  return <Avatar name={user.name} picture={user.profile_picture} />
}
