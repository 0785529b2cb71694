import { SIGNS, type Sign } from '#contract/signs.ts'
import styles from './sign-meaning.module.css'

/**
 * The signs (watch-outs and good signs of houses) by their codes. Undefined for a code that only a
 * newer server knows.
 */
const TABLE: Record<string, Sign | undefined> = SIGNS

/** Explains what a sign of a house means for a buyer, and what the buyer should ask. */
export function SignMeaning({ code }: { code: string }) {
  const sign = TABLE[code]
  if (!sign) return <p>Update the app to see the explanation.</p>
  return (
    <>
      <p>{sign.meaning}</p>
      <p className={styles.question}>
        <strong>Ask:</strong> <span>{sign.question}</span>
      </p>
    </>
  )
}
