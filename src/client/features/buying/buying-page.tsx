import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { accountQuery } from '#client/data/account.ts'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { BackIcon } from '#client/ui/icons.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import styles from './buying-page.module.css'
import { CONFIRMED_RULES, OPEN_QUESTIONS, type Rule } from './rules.ts'

const LEAD =
  'Yes, a foreigner can buy both the house and the land. This page says what buyers from abroad should know, and what is uncertain.'

/** Where the houses are that a visitor, or a person with an account, may see. */
const FREE_HOUSES = {
  to: '/free-preview',
  name: 'Free Preview',
  action: 'See ten houses free',
} as const
const ALL_HOUSES = { to: '/listings', name: 'All Listings', action: 'View Listings' } as const

/** The rules for buyers from abroad, each with its source and date. */
export function BuyingPage() {
  const { data: account } = useQuery(accountQuery)
  const houses = account ? ALL_HOUSES : FREE_HOUSES
  return (
    <article className={styles.page}>
      <PageTitle>Can a foreigner buy it?</PageTitle>
      <meta name="description" content={LEAD} />
      <nav aria-label="Back to the houses">
        <Link className={styles.back} to={houses.to}>
          <BackIcon />
          <span>{houses.name}</span>
        </Link>
      </nav>
      <h1>Can a foreigner buy it?</h1>
      <p className={styles.lead}>{LEAD}</p>
      <Rules heading="What is certain" rules={CONFIRMED_RULES} />
      <Rules heading="What is uncertain" rules={OPEN_QUESTIONS} />
      <p className={styles.note}>
        This is not legal advice. Ask a judicial scrivener (
        <span lang="ja" translate="no">
          司法書士
        </span>
        ) or a lawyer before you sign.
      </p>
      <ButtonLink to={houses.to}>{houses.action}</ButtonLink>
    </article>
  )
}

function Rules({ heading, rules }: { heading: string; rules: readonly Rule[] }) {
  return (
    <section>
      <h2>{heading}</h2>
      <ul className={styles.rules}>
        {rules.map(({ heading, text, source, asOf }) => (
          <li key={heading} className={styles.rule}>
            <h3>{heading}</h3>
            <p>{text}</p>
            <p className={styles.source}>
              <span>Source:</span>{' '}
              {source.url ? (
                <a href={source.url} target="_blank" rel="noopener noreferrer">
                  {source.name}
                </a>
              ) : (
                <span>{source.name}</span>
              )}
              <span>{`. As of ${asOf}.`}</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
