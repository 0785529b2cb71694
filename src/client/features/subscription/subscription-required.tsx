import { Link } from '@tanstack/react-router'
import { VerandaPage } from '#client/ui/veranda-page.tsx'
import { Plan } from './plan.tsx'
import { SubscribeLinks } from './subscribe-links.tsx'

/** Replaces a page that needs a subscription. */
export function SubscriptionRequired() {
  return (
    <VerandaPage
      title="Premium Subscription Required"
      lead="A subscription shows you every house in full."
    >
      <Plan>
        <SubscribeLinks />
      </Plan>
      <p>
        Does somebody share houses with you? <Link to="/shortlist">Open the shared shortlist</Link>
      </p>
    </VerandaPage>
  )
}
