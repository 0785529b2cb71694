import { formatHouses, formatNumber } from '#client/format/format.ts'
import type { CatalogueCounts } from '#contract/listings.ts'
import { PREMIUM_PLAN } from '#contract/plan.ts'

/** Says how many houses there are and how old their data is: `4,883 houses, all as listed in March 2025`. */
export function describeCatalogue({ houses, as_of: known }: CatalogueCounts) {
  if (!known || known.houses === 0) return formatHouses(houses)
  const [from, to] = [formatMonth(known.from), formatMonth(known.to)]
  const when = from === to ? `in ${from}` : `between ${from} and ${to}`
  const which =
    known.houses < houses ? `${formatNumber(known.houses)} of them ` : houses > 1 ? 'all ' : ''
  return `${formatHouses(houses)}, ${which}as listed ${when}`
}

/** Says how many houses have photos: `No house has photos`. */
export function describePhotos({ houses, with_photos: count }: CatalogueCounts) {
  if (count === 0) return 'No house has photos'
  if (count === houses) return houses === 1 ? 'The house has photos' : 'Every house has photos'
  return `${formatNumber(count)} of ${formatHouses(houses)} ${count === 1 ? 'has' : 'have'} photos`
}

/** Says whom a buyer can ask. The search and the letter exist for every house. */
function describeContacts({ houses, with_contact, with_web }: CatalogueCounts) {
  const shares = [
    with_contact > 0 && `a phone number for ${share(with_contact, houses)}`,
    with_web > 0 && `a web page for ${share(with_web, houses)}`,
  ].filter(Boolean)
  const known = shares.length > 0 ? `. Also ${shares.join(', and ')}` : ''
  return `Whom to ask: a search for the akiya bank and a letter in Japanese for every house${known}`
}

function share(count: number, houses: number) {
  return count === houses ? 'every house' : formatNumber(count)
}

const [LISTINGS, PHOTOS, DETAILS] = PREMIUM_PLAN.benefits

export function describeBenefit(benefit: string, counts: CatalogueCounts) {
  if (benefit === LISTINGS) return describeCatalogue(counts)
  if (benefit === PHOTOS) return describePhotos(counts)
  return benefit === DETAILS ? describeContacts(counts) : undefined
}

/** The month of a day, in the same words on the server and in every time zone: `March 2025`. */
function formatMonth(day: string) {
  return new Date(day).toLocaleDateString('en-US', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
}
