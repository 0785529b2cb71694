import { ButtonLink } from '#client/ui/button-link.tsx'
import { VerandaPage } from '#client/ui/veranda-page.tsx'
import { Plan } from './plan.tsx'

/** Replaces a page that needs a subscription. */
export function SubscriptionRequired() {
  return (
    <VerandaPage
      title="Premium Subscription Required"
      lead="A subscription opens every house, with all that is known about it and whom to ask."
    >
      <Plan>
        <ButtonLink wide to="/subscription/manage">
          Manage Subscription
        </ButtonLink>
      </Plan>
    </VerandaPage>
  )
}
