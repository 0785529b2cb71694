import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { lazyPart } from '#client/components/lazy-part.tsx'
import { accountQuery } from '#client/data/account.ts'
import type { Listing } from '#client/data/to-listing.ts'
import { OutsideLink, Telephone } from '#client/features/listings/contact.tsx'
import { formatLongDay } from '#client/format/days.ts'
import { mailLink } from '#client/format/mail-link.ts'
import { Bilingual } from '#client/ui/bilingual.tsx'
import { Button } from '#client/ui/button.tsx'
import type { MunicipalContact } from '#contract/municipal-contact.ts'
import { findPhones, fromAbroad, telephoneLink } from '#contract/phones.ts'
import { contactsOf } from './contacts-of.ts'
import { townHallOf } from './letter/town-hall.ts'
import noticeStyles from './notice.module.css'
import { TownHallSearch } from './town-hall-search.tsx'
import styles from './whom-to-ask.module.css'

const LetterSheet = lazyPart(() => import('./letter/letter-sheet.tsx'))

/**
 * The element id of the heading "Whom to ask". A button in the bar of actions scrolls the page to
 * this heading and moves the focus there.
 */
export function whomToAskId(listingId: string) {
  return `ask-${listingId}`
}

export function WhomToAsk({ listing }: { listing: Listing }) {
  const contacts = contactsOf(listing)
  if (!contacts) return null
  const { number, municipal } = contacts
  return (
    <section className={styles.section}>
      <h3 id={whomToAskId(listing.id)} tabIndex={-1}>
        Whom to ask
      </h3>
      {number && (
        <div>
          <h4 className={styles.name}>Contact in this listing</h4>
          <Phone text={number} />
        </div>
      )}
      {municipal && <Municipality contact={municipal} listingId={listing.id} />}
      {!number && !municipal?.phone && <p>No telephone number is known.</p>}
      <TownHallSearch townHall={townHallOf(listing)} />
      <p className={noticeStyles.notice}>Check that the house is still offered.</p>
      <AskInJapanese listing={listing} mail={municipal?.mail} />
      <Link className={styles.link} to="/buying">
        Can a foreigner buy it?
      </Link>
    </section>
  )
}

interface MunicipalityProps {
  contact: MunicipalContact
  listingId: string
}

function Municipality({ contact, listingId }: MunicipalityProps) {
  const { en, ja, phone, mail, web, note, source, date } = contact
  const origin = [date && `As of ${formatLongDay(date)}`, source].filter(Boolean).join(', ')
  return (
    <div>
      <h4 className={styles.name}>
        <span>{`${en} town hall`}</span>{' '}
        <span className={styles.japanese} lang="ja" translate="no">
          {ja}
        </span>
      </h4>
      {phone && <Phone text={phone} />}
      {mail && (
        <p>
          <a className={styles.link} href={mailLink(mail)}>
            {mail}
          </a>
        </p>
      )}
      {web && (
        <p>
          <OutsideLink href={web} listingId={listingId} />
        </p>
      )}
      {note && (
        <p>
          <Bilingual>{note}</Bilingual>
        </p>
      )}
      {origin && (
        <p className="caption">
          <Bilingual>{origin}</Bilingual>
        </p>
      )}
    </div>
  )
}

/**
 * Links to call a number. The first link has the number as the source writes it, for calls inside
 * Japan. The second link has the country code, for calls from abroad.
 */
function Phone({ text }: { text: string }) {
  const [number] = findPhones(text.normalize('NFKC'))
  const abroad = number && fromAbroad(number)
  return (
    <p className={styles.phone}>
      <Telephone number={text} />
      {abroad && abroad !== number && (
        <span className="caption">
          from abroad{' '}
          <a className={styles.link} href={telephoneLink(abroad)}>
            {abroad}
          </a>
        </span>
      )}
    </p>
  )
}

/** Opens the letter in Japanese. The JavaScript for the letter loads with the first tap. */
function AskInJapanese({ listing, mail }: { listing: Listing; mail: string | undefined }) {
  const { data: account } = useQuery(accountQuery)
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  if (!account) return null
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        Write in Japanese
      </Button>
      {isOpen && (
        <LetterSheet
          listing={listing}
          buyer={account.user}
          mail={mail}
          onClose={close}
          onDismiss={close}
        />
      )}
    </>
  )
}
