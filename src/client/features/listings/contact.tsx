import { useId } from 'react'
import { labelledByTitle } from '#client/format/listing-ids.ts'
import { Bilingual } from '#client/ui/bilingual.tsx'
import styles from './contact.module.css'
import { OutsideIcon } from './icons.tsx'

export function Telephone({ number }: { number: string }) {
  return (
    <a className={styles.link} href={telephone(number)} translate="no">
      <Bilingual>{number}</Bilingual>
    </a>
  )
}

/** The first number in a text such as `豊岡市 0796-23-1111（住宅課）`. */
export function telephone(text: string) {
  const [number = text] = text.normalize('NFKC').match(/\+?\d[\d\s()-]{5,}\d/) ?? []
  return `tel:${number.replace(/[^\d+]/g, '')}`
}

/** A link to another site about the listing, labelled with its host name. */
export function OutsideLink({ href, listingId }: { href: string; listingId: string }) {
  return (
    <a
      className={styles.link}
      {...labelledByTitle(useId(), listingId)}
      href={href}
      target="_blank"
      rel="noopener noreferrer"
    >
      <span className={styles.host}>
        <span translate="no">{new URL(href).hostname}</span>
        <OutsideIcon />
      </span>
    </a>
  )
}
