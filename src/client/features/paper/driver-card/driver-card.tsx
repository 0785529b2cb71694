import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { keepScreenOn } from '#client/browser/wake-lock.ts'
import { useNoteRecord } from '#client/components/use-notes.ts'
import type { Listing } from '#client/data/to-listing.ts'
import {
  type AddressPrecision,
  driverAddress,
  IMPRECISE,
} from '#client/features/house/where/driver-address.ts'
import { textOf } from '#client/notes/field-values.ts'
import { toPin } from '#client/notes/pin.ts'
import { Bilingual } from '#client/ui/bilingual.tsx'
import { Field } from '#client/ui/field.tsx'
import { CloseIcon } from '#client/ui/icons.tsx'
import { houseRecord, type Pin, visitRecord } from '#contract/note-choices.ts'
import { Calls } from './calls.tsx'
import styles from './driver-card.module.css'
import { PinnedPlace } from './pinned-place.tsx'
import { readingOf } from './readings.ts'
import {
  AT_THE_HOUSE,
  FOR_THE_DRIVER,
  needsName,
  type Sentence,
  TO_THE_PIN,
  withName,
  withoutTitle,
} from './sentences.ts'
import { useFittedText } from './use-fitted-text.ts'

/**
 * The longest part of an address that stays on one line, in characters. A longer part, such as the
 * name of a building, would make the whole address small.
 */
const LONGEST_NAME = 10

/**
 * Shows the address of a house and polite sentences in large Japanese text. The user shows the card
 * to a driver or to people at the house. The card keeps the screen on if the browser can do this.
 */
export function DriverCard({ listing }: { listing: Listing }) {
  const top = useRef<HTMLDivElement>(null)
  const { fields: visit } = useNoteRecord(visitRecord(listing.id))
  const { fields: notes } = useNoteRecord(houseRecord(listing.id))
  const pin = toPin(notes.pin?.value)
  const forTheDriver = pin ? [TO_THE_PIN, ...FOR_THE_DRIVER] : FOR_THE_DRIVER
  const [tapped, setTapped] = useState<Sentence>()
  const chosen = tapped ?? forTheDriver[0]
  const [typedName, setTypedName] = useState<string>()
  /**
   * Whether the person is typing the name that the sentence contains. Meanwhile, the sentence is
   * not a live region, so screen readers read only the input.
   */
  const [isTyping, setTyping] = useState(false)
  const name = typedName ?? withoutTitle(textOf(visit, 'appointment.name'))
  const sentence = chosen && withName(chosen, name)
  const isAboutTheWay = !chosen || !AT_THE_HOUSE.includes(chosen)

  function choose(next: Sentence) {
    setTapped(next)
    setTyping(false)
    // A sentence with a name is incomplete until the user types the name in the field below, so do
    // not scroll away from the field.
    if (!needsName(next)) top.current?.scrollIntoView({ block: 'start' })
  }

  return (
    <article className={styles.card} aria-labelledby="driver-card">
      <div className={styles.screen} ref={top}>
        <Bar listing={listing} />
        <div className={styles.stage}>
          {isAboutTheWay && <Address listing={listing} pin={pin} />}
          <div className={styles.spoken} aria-live={isTyping ? 'off' : 'polite'} aria-atomic="true">
            {sentence && <Spoken sentence={sentence} isLarge={!isAboutTheWay} />}
          </div>
        </div>
        <Calls listing={listing} visit={visit} />
      </div>
      <Sentences heading="For the driver" sentences={forTheDriver} {...{ chosen, choose }} />
      <Sentences heading="At the house" sentences={AT_THE_HOUSE} {...{ chosen, choose }}>
        {chosen && needsName(chosen) && (
          <Field
            label="Name of the person you will meet"
            hint="Write the name in Japanese if you can. Otherwise use Latin letters."
            value={name}
            autoComplete="off"
            onChange={({ target }) => {
              setTypedName(target.value)
              setTyping(true)
            }}
          />
        )}
      </Sentences>
      <ScreenNote />
    </article>
  )
}

function Bar({ listing }: { listing: Listing }) {
  const router = useRouter()
  function close() {
    if (router.history.canGoBack()) router.history.back()
    else void router.navigate({ to: '/listings/$id', params: { id: listing.id }, replace: true })
  }
  return (
    <div className={styles.bar}>
      <h1 className={styles.title} id="driver-card">
        <span className="visually-hidden">Driver card: </span>
        <Bilingual>{listing.title}</Bilingual>
      </h1>
      <button className={styles.close} type="button" aria-label="Close" onClick={close}>
        <CloseIcon />
      </button>
    </div>
  )
}

function Address({ listing, pin }: { listing: Listing; pin: Pin | undefined }) {
  const { parts, precision, latin } = driverAddress(listing)
  const box = useFittedText(parts.join())
  const reading = readingOf(listing.record)
  return (
    <>
      <div className={styles.large} ref={box}>
        <p lang="ja" translate="no">
          {parts.map((part, at) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: two parts may be equal.
              key={at}
              className={part.length > LONGEST_NAME ? styles.phrase : styles.name}
            >
              {part}
            </span>
          ))}
        </p>
      </div>
      {reading && <p className={styles.reading}>{reading}</p>}
      {latin && (
        <p className={styles.reading}>
          The source writes: <Bilingual>{latin}</Bilingual>
        </p>
      )}
      <Missing listing={listing} precision={precision} pin={pin} />
      {pin && <PinnedPlace pin={pin} />}
      {listing.withdrawn && <p className={styles.missing}>This house is no longer offered.</p>}
    </>
  )
}

interface MissingProps {
  listing: Listing
  precision: AddressPrecision
  pin: Pin | undefined
}

/** Says what is missing from the address, and whether the person's pin is more precise. */
function Missing({ listing, precision, pin }: MissingProps) {
  const missing = IMPRECISE[precision]
  if (!missing) return null
  const isPinBetter = pin !== undefined && isMorePrecise(pin, listing)
  return (
    <div className={styles.missing}>
      <p lang="ja" translate="no">
        {`${missing.japanese}${isPinBetter ? '詳しい場所は下の緯度・経度です。' : ''}`}
      </p>
      <p>
        {`${missing.english} ${isPinBetter ? 'Your own pin is more precise than the address.' : missing.advice}`}
      </p>
    </div>
  )
}

/**
 * Whether the person's own pin is more precise than the place from the source, such as a
 * municipality.
 */
function isMorePrecise({ accuracy_m }: Pin, { record }: Listing) {
  return !record.placeName || accuracy_m < record.placeName.radiusKm * 1000
}

/** A sentence in Japanese. It fills the screen when the card shows no address above it. */
function Spoken({ sentence, isLarge }: { sentence: Sentence; isLarge: boolean }) {
  const { japanese, reading, english } = sentence
  const box = useFittedText(isLarge ? japanese : '')
  return (
    <>
      {isLarge ? (
        <div className={styles.large} ref={box}>
          <p lang="ja" translate="no">
            {japanese}
          </p>
        </div>
      ) : (
        <p className={styles.sentence} lang="ja" translate="no">
          {japanese}
        </p>
      )}
      <p className={styles.reading} lang="ja-Latn" translate="no">
        {reading}
      </p>
      <p>{english}</p>
    </>
  )
}

interface SentencesProps {
  heading: string
  sentences: readonly Sentence[]
  chosen: Sentence | undefined
  choose: (sentence: Sentence) => void
  children?: React.ReactNode
}

function Sentences({ heading, sentences, chosen, choose, children }: SentencesProps) {
  return (
    <section className={styles.sentences}>
      <h2 className={styles.heading}>{heading}</h2>
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence.id}>
            <button
              className={styles.choice}
              type="button"
              aria-pressed={sentence === chosen}
              onClick={() => choose(sentence)}
            >
              <span>{sentence.english}</span>
              <span className={styles.soft} lang="ja" translate="no">
                {sentence.japanese}
              </span>
            </button>
            {sentence === chosen && children}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Keeps the screen on, and shows the user whether this succeeds. */
function ScreenNote() {
  const [isOn, setOn] = useState(false)
  useEffect(() => keepScreenOn(setOn), [])
  return (
    <p className={styles.note}>
      {isOn
        ? 'The screen stays on while this card is open.'
        : 'This browser cannot keep the screen on. Tap the screen now and then.'}
    </p>
  )
}
