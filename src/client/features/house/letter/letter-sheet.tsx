import { useId, useState } from 'react'
import { useNoteRecord } from '#client/components/use-notes.ts'
import type { Listing } from '#client/data/to-listing.ts'
import { isAskAgain, questionsFor } from '#client/features/notes/checklist-questions.ts'
import { type Question, questionsOf } from '#client/features/notes/questions.ts'
import { mailLink } from '#client/format/mail-link.ts'
import { ANSWER_LABELS } from '#client/notes/note-labels.ts'
import { Bilingual } from '#client/ui/bilingual.tsx'
import { Button, buttonClass } from '#client/ui/button.tsx'
import { shareOrCopy } from '#client/ui/share-link.ts'
import { Sheet } from '#client/ui/sheet.tsx'
import { showToast } from '#client/ui/toast.ts'
import { houseRecord } from '#contract/note-choices.ts'
import { type LetterFacts, letterText, type Paragraph, subjectOf, writeLetter } from './letter.ts'
import styles from './letter-sheet.module.css'
import { townHallOf } from './town-hall.ts'

interface LetterSheetProps {
  listing: Listing
  buyer: { name: string; email: string }
  /** The email address of the recipient. Undefined if this address is unknown. */
  mail: string | undefined
  onClose: () => void
}

/** A letter in Japanese about a house, with English beside it, to copy, mail or share. */
export default function LetterSheet({ listing, buyer, mail, onClose }: LetterSheetProps) {
  const { fields } = useNoteRecord(houseRecord(listing.id))
  const own = questionsOf([...listing.watchOuts, ...listing.goodSigns])
  const questions = questionsFor(listing, fields)
  const usual = questions.filter(({ id }) => !own.some((question) => question.id === id))
  const again = questions.map(({ id }) => id).filter((id) => isAskAgain(fields, id))
  /**
   * The person's choices, by the id of the question. A question without an entry keeps its default.
   */
  const [choices, setChoices] = useState<Readonly<Record<string, boolean>>>({})
  const proposed = [...listing.watchOuts, ...again]
  const isChosen = (id: string) => choices[id] ?? proposed.includes(id)
  const toggle = (id: string) => setChoices({ ...choices, [id]: !isChosen(id) })
  const facts = factsOf(listing, buyer)
  const letter = writeLetter(
    facts,
    questions.filter(({ id }) => isChosen(id)),
  )
  const shared = { again, isChosen, onToggle: toggle }
  return (
    <Sheet title="Ask in Japanese" isOpen onClose={onClose}>
      <div className={styles.body}>
        <p className="soft">
          {`Choose what to ask. The letter is in Japanese, with its meaning in English beside it.${again.length > 0 ? ' Questions that you marked “Ask again” in your notes are already chosen.' : ''}`}
        </p>
        <Questions heading="About this house" questions={own} {...shared} />
        <Questions heading="Usual questions" questions={usual} {...shared} />
        <Letter paragraphs={letter} />
      </div>
      <Actions facts={facts} paragraphs={letter} mail={mail} />
    </Sheet>
  )
}

function factsOf(listing: Listing, buyer: LetterSheetProps['buyer']): LetterFacts {
  const { id, record, place, prefecture, yen, referenceUrl, link } = listing
  const english = place ? `${place.en}, ${prefecture}` : listing.address
  const address = listing.address && english ? { japanese: listing.address, english } : undefined
  return {
    office: townHallOf(listing).office,
    number: record.propertyNumber ?? id,
    address,
    yen,
    page: link ?? referenceUrl,
    ...buyer,
  }
}

interface QuestionsProps {
  heading: string
  questions: Question[]
  /** The ids of the questions that the person marked "Ask again" in their notes. */
  again: readonly string[]
  isChosen: (id: string) => boolean
  onToggle: (id: string) => void
}

function Questions({ heading, questions, again, isChosen, onToggle }: QuestionsProps) {
  if (questions.length === 0) return null
  return (
    <fieldset className={styles.questions}>
      <legend className={styles.heading}>{heading}</legend>
      {questions.map(({ id, english }) => (
        <label key={id} className={styles.question}>
          <input type="checkbox" checked={isChosen(id)} onChange={() => onToggle(id)} />
          <span>
            <span>{english}</span>
            {again.includes(id) && (
              <span className={styles.again}>{` ${ANSWER_LABELS['ask-again']}`}</span>
            )}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

function Letter({ paragraphs }: { paragraphs: Paragraph[] }) {
  const heading = useId()
  return (
    <section aria-labelledby={heading}>
      <h3 className={styles.heading} id={heading}>
        The letter
      </h3>
      <div className={styles.letter}>
        {paragraphs.map(({ id, japanese, english }) => (
          <div key={id} className={styles.paragraph}>
            <p lang="ja" translate="no">
              {japanese}
            </p>
            {english !== japanese && (
              <p className="caption">
                <Bilingual>{english}</Bilingual>
              </p>
            )}
          </div>
        ))}
      </div>
    </section>
  )
}

interface ActionsProps {
  facts: LetterFacts
  paragraphs: Paragraph[]
  mail: string | undefined
}

function Actions({ facts, paragraphs, mail = '' }: ActionsProps) {
  const text = letterText(paragraphs, 'japanese')
  const subject = subjectOf(facts).japanese
  return (
    <div className={styles.actions}>
      <Button onClick={() => copy(text)}>Copy Letter</Button>
      <a
        className={buttonClass({ variant: 'secondary' })}
        href={mailLink(mail, { subject, body: text })}
      >
        Send by email
      </a>
      {'share' in navigator && (
        <Button
          variant="secondary"
          onClick={() => shareOrCopy({ title: subject, text }, () => copy(text))}
        >
          Share letter
        </Button>
      )}
    </div>
  )
}

async function copy(text: string) {
  try {
    await navigator.clipboard.writeText(text)
    showToast({
      type: 'success',
      title: 'Letter copied',
      description: 'Paste the letter into an email or a contact form.',
    })
  } catch {
    showToast({
      type: 'error',
      title: 'Failed to copy the letter',
      description: 'Please select the Japanese text and copy it.',
    })
  }
}
