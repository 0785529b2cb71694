import { useState } from 'react'
import { Alert } from '#client/ui/alert.tsx'
import type { TestCard } from '#contract/payments.ts'
import styles from './sandbox-note.module.css'

/** Says that no money moves, and which cards can be tried. */
export function SandboxNote({ cards }: { cards: TestCard[] }) {
  const [copied, setCopied] = useState<string>()

  async function copy(number: string) {
    await navigator.clipboard.writeText(number)
    setCopied(number)
  }

  return (
    <section className={styles.sandbox} aria-label="Sandbox">
      <Alert type="info">Sandbox: no card is charged</Alert>
      <p className={styles.text}>
        Try one of these cards, with any date to come and any code. A press copies its number.
      </p>
      <ul className={styles.cards}>
        {cards.map(({ number, outcome }) => (
          <li key={number} className={styles.card}>
            <button className={styles.number} type="button" onClick={() => void copy(number)}>
              {number}
            </button>
            <span className={styles.outcome}>{copied === number ? 'Copied' : outcome}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
