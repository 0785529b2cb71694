import type { Listing } from '#client/data/to-listing.ts'
import { OutsideLink, Telephone } from '#client/features/listings/contact.tsx'
import { mailLink } from '#client/format/mail-link.ts'
import { languageOf } from '#client/ui/bilingual.tsx'
import { findPhones } from '#contract/phones.ts'
import { contactsOf } from './contacts-of.ts'
import { Tags } from './house-signs.tsx'
import styles from './remarks.module.css'
import { Translation } from './translation.tsx'

const URL_PATTERN = /https?:\/\/[!-~]+/gi
const MAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g

/**
 * The remarks of the seller: first their tags in English, then the original text, then its links.
 */
export function Remarks({ listing }: { listing: Listing }) {
  const { remarks } = listing
  if (!remarks) return null
  return (
    <section className={styles.section}>
      <h3>Remarks</h3>
      <Tags tags={listing.tags} />
      {languageOf(remarks) === 'ja' && (
        <Translation
          key={listing.id}
          listingId={listing.id}
          text={remarks}
          hasAccess={contactsOf(listing) !== null}
        />
      )}
      <p className={styles.text} lang={languageOf(remarks)} translate={languageOf(remarks) && 'no'}>
        {remarks}
      </p>
      <Links listing={listing} remarks={remarks} />
    </section>
  )
}

function Links({ listing, remarks }: { listing: Listing; remarks: string }) {
  const { phones, mails, urls } = findRemarkLinks(remarks)
  if (phones.length + mails.length + urls.length === 0) return null
  return (
    <ul className={styles.links} aria-label="Links in the remarks">
      {phones.map((phone) => (
        <li key={phone}>
          <Telephone number={phone} />
        </li>
      ))}
      {mails.map((mail) => (
        <li key={mail}>
          <a href={mailLink(mail)}>{mail}</a>
        </li>
      ))}
      {urls.map((url) => (
        <li key={url}>
          <OutsideLink href={url} listingId={listing.id} />
        </li>
      ))}
    </ul>
  )
}

/** The telephone numbers, email addresses and web addresses in a text, without duplicates. */
function findRemarkLinks(text: string) {
  const narrow = text.normalize('NFKC')
  const urls = (text.match(URL_PATTERN) ?? []).map((url) => url.replace(/[)\].,;'"]+$/, ''))
  const withoutUrls = narrow.replace(URL_PATTERN, ' ')
  return {
    phones: findPhones(narrow),
    mails: [...new Set(withoutUrls.match(MAIL))],
    urls: [...new Set(urls)].filter((url) => URL.canParse(url)),
  }
}
