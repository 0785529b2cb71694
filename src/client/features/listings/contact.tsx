import styles from './contact.module.css'
import { OutsideIcon } from './icons.tsx'

/** A text with a number in it, which is called when it is pressed. */
export function Telephone({ number }: { number: string }) {
  return (
    <a className={styles.link} href={telephone(number)}>
      {number}
    </a>
  )
}

/** The first number in a text such as `豊岡市 0796-23-1111（住宅課）`. */
function telephone(text: string) {
  const [number = text] = text.normalize('NFKC').match(/\+?\d[\d\s()-]{5,}\d/) ?? []
  return `tel:${number.replace(/[^\d+]/g, '')}`
}

/** A page elsewhere, by the name of the site. */
export function OutsideLink({ href }: { href: string }) {
  return (
    <a className={styles.link} href={href} target="_blank" rel="noopener noreferrer">
      {new URL(href).hostname}
      <OutsideIcon />
    </a>
  )
}
