import { Link } from '@tanstack/react-router'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { VerandaPage } from '#client/ui/veranda-page.tsx'
import { Plan } from './plan.tsx'

/** Replaces a page that needs a subscription. */
export function SubscriptionRequired() {
  return (
    <VerandaPage
      title="Premium Subscription Required"
      lead="A subscription shows you every house in full, and whom to ask."
    >
      <Plan>
        <ButtonLink wide to="/subscription/manage">
          Manage Subscription
        </ButtonLink>
      </Plan>
      <p>
        Does somebody share houses with you? <Link to="/shortlist">Open the shared shortlist</Link>
      </p>
    </VerandaPage>
  )
}
