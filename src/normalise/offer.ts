import type { Offer, OfferStatus } from '#contract/choices.ts'
import { BLANK, type Reading, read, unread } from './reading.ts'
import { toHalfWidth, withoutBrackets } from './text.ts'

/** Words for the status of an offer. The first pattern that matches a whole text counts. */
const STATUS_WORDS: readonly (readonly [OfferStatus, string])[] = [
  [
    'withdrawn',
    '取り?下げ(?:済み?|中)?|(?:掲載|公開|募集|受付|登録|販売)(?:を?終了|停止|中止|中断|休止|取消し?|抹消)(?:しました|済み?)?|終了(?:しました)?|取消し?|非公開|off(?: the)? market|withdrawn|cancell?ed|expired|delisted|removed|inactive|unavailable|no longer available|not available',
  ],
  [
    'sold',
    '売却済み?|売却(?:完了|しました)|売り?切れ|完売(?:御礼|しました)?|売れました|sold(?: ?out)?|closed',
  ],
  [
    'contracted',
    'ご?成約(?:済み?|御礼|しました|となりました|いたしました|決定)?|契約(?:済み?|成立|完了|締結済み?|手続き?中)|売約(?:済み?)?|(?:入居|賃貸|貸出)(?:済み?|中|決定)|(?:sale )?pending|under contract|(?:sale )?agreed|contracted|rented|let',
  ],
  [
    'negotiating',
    '(?:ご?商談|交渉|協議|申し?込み?|予約|調整)(?:中|あり|有り?|受付中|済み?)(?:です)?|under (?:offer|negotiation)|in negotiation|negotiating|reserved|on hold',
  ],
  [
    'offered',
    '(?:募集|公開|販売|掲載|受付|登録|売り?出し?|分譲|申込受付)中|(?:好評)?(?:販売|募集|公開|発売)中|募集|空き?(?:あり|有り?)|新着|新規|for sale|for rent|to let|available|active|on(?: the)? market|listed|new|offered|open',
  ],
]
const STATUSES = STATUS_WORDS.map(([status, words]) => ({
  status,
  whole: new RegExp(`^(?:${words})$`, 'i'),
}))

const OPENING = '[[({【〔《「『<★☆◆■●※*]'
const CLOSING = String.raw`[\])}】〕》」』>★☆◆■●!*]`
const CLOSED_WORDS = STATUS_WORDS.flatMap(([status, words]) => (status === 'offered' ? [] : words))
const CLOSED = CLOSED_WORDS.join('|')
/**
 * Matches a status at the start or the end of another value: in brackets (`【成約】290万円`), or beside
 * an amount (`成約 290万円`).
 */
const MARKER = new RegExp(
  [
    `^${OPENING}+ ?(${CLOSED}) ?${CLOSING}+ ?`,
    `${OPENING}+ ?(${CLOSED}) ?${CLOSING}*$`,
    `^(${CLOSED})[ :]+(?=[\\d¥$])`,
    `(?<=[\\d円]) ?(${CLOSED})$`,
  ].join('|'),
  'i',
)

/** Reads what a column says about the status of an offer, such as `商談中`, `成約済` or `Sold`. */
export function parseStatus(text: string): Reading<OfferStatus> {
  const status = statusIn(text)
  return status ? read(status) : unread('is not a known status of an offer')
}

/** The status that a text is, or that it states beside something else: `売却済（令和6年）`. */
function statusIn(text: string): OfferStatus | undefined {
  return splitStatus(text).status ?? statusOf(withoutBrackets(toHalfWidth(text)))
}

function bare(text: string) {
  return toHalfWidth(text)
    .replace(new RegExp(`^${OPENING}+|${CLOSING}+$`, 'g'), '')
    .trim()
}

function statusOf(words: string): OfferStatus | undefined {
  return STATUSES.find(({ whole }) => whole.test(words))?.status
}

/**
 * Splits a value into a status and the rest: `260万円（売却済）` or `売約済`. A word outside brackets
 * counts only if it is the whole value, because a text may also speak of another house.
 */
export function splitStatus(text: string): { status: OfferStatus | undefined; rest: string } {
  const written = toHalfWidth(text)
  const whole = statusOf(bare(written))
  if (whole) return { status: whole, rest: '' }
  const [marker, ...words] = written.match(MARKER) ?? []
  const status = statusOf(words.find((word) => word !== undefined) ?? '')
  if (!status || marker === undefined) return { status: undefined, rest: text }
  return { status, rest: written.replace(marker, ' ').trim() }
}

/** A text about a tenant, without a word for a sale (`売約`, `売却`) or a contract (`成約`). */
const TENANTED = /^[^成売]*(?:入居|賃貸|貸出)(?:済み?|中|決定)[^成売]*$/

/**
 * The status in a text about the present use of a house: none in `空家` and `居住中`, but `contracted`
 * in `空き家（成約済）`. A tenant does not count, because a let house can be for sale.
 */
export function statusInUse(text: string): OfferStatus | undefined {
  return TENANTED.test(text) ? undefined : statusIn(text)
}

/** The statuses, from the one of a house on offer to the most final one. */
const BY_FINALITY: readonly OfferStatus[] = [
  ...(['offered', 'negotiating', 'withdrawn', 'contracted', 'sold'] as const),
]

/** The most final of several statuses that one record states. */
export function mostFinal(statuses: readonly (OfferStatus | undefined | null)[]): OfferStatus {
  const at = statuses.map((status) => BY_FINALITY.indexOf(status ?? 'offered'))
  return BY_FINALITY[Math.max(0, ...at)] ?? 'offered'
}

/** Whether a house with this status is no longer offered. */
export function isClosed(status: OfferStatus) {
  return status === 'contracted' || status === 'sold' || status === 'withdrawn'
}

const SALE = /売買|売却|売り|売家|売戸建|譲渡|分譲|\bsales?\b|\bbuy\b|\bpurchase\b|^売$|^売[^却約]/i
const RENT = /賃貸|貸|賃借|借家|\brents?\b|\brental\b|\bleases?\b|\blet\b|月極/i

/**
 * Reads whether a house is for sale, for rent or both, from a column for this or from a type of
 * property such as `貸家`. Undefined if the text says neither.
 */
export function offerIn(text: string): Offer | undefined {
  // Land under lease (借地権付) belongs to a house for sale, and 貸主 and 賃貸中 speak of its present use.
  const written = toHalfWidth(text).replace(/借地権?付?き?|定期借地権?|賃貸中|賃貸併用|貸主/g, '')
  const isForRent = RENT.test(written)
  if (!SALE.test(written)) return isForRent ? 'rent' : undefined
  return isForRent ? 'both' : 'sale'
}

/** Reads a column that says whether a house is for sale. It may say its status too: `売買（成約済）`. */
export function parseOffer(text: string): Reading<Offer> {
  const { rest } = splitStatus(text)
  if (rest === '') return BLANK
  const offer = offerIn(rest)
  return offer ? read(offer) : unread('is not a word for a sale or a rent')
}
