import { useQuery, useQueryClient } from '@tanstack/react-query'
import { accountQuery, findHome } from '#client/data/account.ts'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { ButtonRow } from '#client/ui/button-row.tsx'

/** Leads a signed-in person without access to the payment, and to the page of the subscription. */
export function SubscribeLinks() {
  const { data: account } = useQuery(accountQuery)
  const hasEnded = findHome(useQueryClient(), account ?? null) === '/subscription/renew'
  return (
    <ButtonRow wide>
      {hasEnded ? (
        <ButtonLink to="/subscription/renew">Renew Subscription</ButtonLink>
      ) : (
        <ButtonLink to="/subscription/manage" state={{ isPaying: true }}>
          Subscribe
        </ButtonLink>
      )}
      <ButtonLink to="/subscription/manage" variant="secondary">
        Manage Subscription
      </ButtonLink>
    </ButtonRow>
  )
}
