import type { PeopleParams } from '#client/data/users-params.ts'
import { SubscriptionManagement } from './subscription-management.tsx'
import { UserManagement } from './user-management.tsx'

interface PeoplePageProps {
  params: PeopleParams
  onShow: (changes: Record<string, unknown>) => void
  /** The id of the signed-in administrator. */
  ownId: string
}

/** The dashboard section with the users and their subscriptions. */
export function PeoplePage({ params, onShow, ownId }: PeoplePageProps) {
  return (
    <>
      <UserManagement params={params} onShow={onShow} ownId={ownId} />
      <SubscriptionManagement params={params} onShow={onShow} />
    </>
  )
}
