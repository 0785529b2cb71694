import { useState } from 'react'
import type { TestCard } from '#contract/payments.ts'
import styles from './test-cards.module.css'

export function TestCards({ cards }: { cards: TestCard[] }) {
  const [copied, setCopied] = useState<string>()

  async function copy(number: string) {
    await navigator.clipboard.writeText(number)
    setCopied(number)
  }

  return (
    <section className={styles.tests}>
      <h3>Test cards</h3>
      <p className={styles.hint}>Use any future date and any CVC. Press a number to copy it.</p>
      <ul>
        {cards.map(({ number, outcome }) => (
          <li key={number} className={styles.card}>
            <button className={styles.number} type="button" onClick={() => void copy(number)}>
              {number}
            </button>
            <span className={styles.outcome} aria-live="polite">
              {copied === number ? 'Copied' : outcome}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
