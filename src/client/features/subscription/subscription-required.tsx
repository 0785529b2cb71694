import { Link } from '@tanstack/react-router'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { ButtonRow } from '#client/ui/button-row.tsx'
import { VerandaPage } from '#client/ui/veranda-page.tsx'
import { Plan } from './plan.tsx'

/** Replaces a page that needs a subscription. */
export function SubscriptionRequired() {
  return (
    <VerandaPage
      title="Premium Subscription Required"
      lead="A subscription shows you every house in full."
    >
      <Plan>
        <ButtonRow>
          <ButtonLink to="/subscription/manage" state={{ isPaying: true }}>
            Subscribe
          </ButtonLink>
          <ButtonLink to="/subscription/manage" variant="secondary">
            Manage Subscription
          </ButtonLink>
        </ButtonRow>
      </Plan>
      <p>
        Does somebody share houses with you? <Link to="/shortlist">Open the shared shortlist</Link>
      </p>
    </VerandaPage>
  )
}
