import { useQuery } from '@tanstack/react-query'
import { lazyPart } from '#client/components/lazy-part.tsx'
import { partnerNotesQuery } from '#client/data/shortlist.ts'
import type { Listing } from '#client/data/to-listing.ts'
import { describeValue, nameOfField } from './field-labels.ts'
import styles from './notes.module.css'
import { questionsOf, usualQuestions } from './questions.ts'

const PartnerPhotos = lazyPart(() => import('./photos/partner-photos.tsx'))

/**
 * The fields of the partner's notes that come first, in this order. Ratings and the checklist
 * follow.
 */
const ORDER = ['status', 'verdict', 'note', 'told.price', 'told.agreement']

/**
 * Shows the partner's notes and photos of a house. A visible page refetches both, so that the
 * partner's changes appear.
 */
export function PartnerNotes({ listing, partner }: { listing: Listing; partner: string }) {
  const { data } = useQuery(partnerNotesQuery(listing.id, partner))
  if (!data) return null
  const criteria = new Map(data.criteria.map(({ id, name }) => [id, name]))
  const rank = (field: string) => (ORDER.includes(field) ? ORDER.indexOf(field) : ORDER.length)
  const fields = data.fields.toSorted((a, b) => rank(a.field) - rank(b.field))
  return (
    <>
      <section aria-label={`Notes of ${partner}`}>
        <h4>{`${partner}’s notes`}</h4>
        {fields.length === 0 && (
          <p className="caption">{`${partner} shares no notes on this house yet.`}</p>
        )}
        <dl className={styles.facts}>
          {fields.map(({ field, value }) => (
            <div key={field}>
              <dt className="caption">{nameIn(field, criteria)}</dt>
              <dd className={styles.quote}>{plainWords(field, value)}</dd>
            </div>
          ))}
        </dl>
      </section>
      {data.photos.length > 0 && (
        <PartnerPhotos listingId={listing.id} partner={partner} photos={data.photos} />
      )}
    </>
  )
}

function nameIn(field: string, criteria: ReadonlyMap<string, string>) {
  const id = /^check\.(.+)\.(?:answer|remark)$/.exec(field)?.[1]
  const question = id && [...questionsOf([id]), ...usualQuestions([])].find((one) => one.id === id)
  if (question) return question.english
  return field === 'told.price'
    ? 'The price that your partner was told'
    : nameOfField(field, criteria)
}

/**
 * A value in words. Unlike `describeValue`, this function adds no quotation marks to texts, because
 * the heading already says that the partner wrote the texts.
 */
function plainWords(field: string, value: unknown) {
  const isText = ['verdict', 'note', 'told.agreement'].includes(field) || field.endsWith('.remark')
  return isText ? String(value) : describeValue(field, value)
}
