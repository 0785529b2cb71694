import { useLocation } from '@tanstack/react-router'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { ButtonRow } from '#client/ui/button-row.tsx'
import { Card } from '#client/ui/card.tsx'
import styles from './visitors-offer.module.css'

/** How a visitor can see the whole shared listing. */
export function VisitorsOffer({ pricePerMonth }: { pricePerMonth: string }) {
  const here = useLocation({ select: ({ href }) => href })
  return (
    <Card title="See the rest of this house">
      <p className={styles.text}>{`For ${pricePerMonth}, subscribers see every house in full.`}</p>
      <ButtonRow>
        <ButtonLink to="/register" search={{ from: here }}>
          Get Started
        </ButtonLink>
        <ButtonLink variant="secondary" to="/login" search={{ from: here }}>
          Sign In
        </ButtonLink>
      </ButtonRow>
    </Card>
  )
}
