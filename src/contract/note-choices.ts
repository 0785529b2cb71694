/**
 * The options that a person can choose in notes about a house. This file must not import the schema
 * library, so that screens can load the options without the library.
 */

export const HOUSE_STATUSES = ['to-see', 'seen', 'asked', 'shortlisted', 'rejected'] as const
export type HouseStatus = (typeof HOUSE_STATUSES)[number]

/**
 * The criteria by which a person rates every house. Criteria that a person adds are records of the
 * kind `criterion`.
 */
export const CRITERIA = ['roof', 'light', 'damp', 'road', 'neighbours'] as const
export type Criterion = (typeof CRITERIA)[number]

/** The answers that a person can give to a question of the checklist. */
export const CHECK_ANSWERS = ['fine', 'problem', 'ask-again'] as const
export type CheckAnswer = (typeof CHECK_ANSWERS)[number]

export const MAX_RATING = 5
export const MAX_NOTE_LENGTH = 10_000
export const MAX_REMARK_LENGTH = 2_000
export const MAX_VERDICT_LENGTH = 200
export const MAX_CRITERION_LENGTH = 60
export const MAX_YEN = 1_000_000_000_000

export const MAX_PERSON_LENGTH = 100
export const MAX_PHONE_LENGTH = 40
/** The maximum length of a viewing, in minutes. */
export const MAX_VISIT_MINUTES = 12 * 60
/** The largest `order` of a viewing. The viewings of a day are sorted by `order`. */
export const MAX_VISIT_ORDER = 1_000_000_000

/**
 * A position that a device has measured. The true position is probably within `accuracy_m` metres.
 */
export interface Pin {
  latitude: number
  longitude: number
  accuracy_m: number
}

/** When a viewing would have been that the person has removed from the plan. */
export interface RemovedTime {
  day: string
  /** In minutes since midnight in Japan. */
  begin: number
  end: number
}
/** The latest end of a viewing, in minutes since midnight of its day. A late day may run over. */
export const MAX_VISIT_END = 30 * MAX_VISIT_MINUTES + 24 * 60

export const houseRecord = (listingId: string) => `house:${listingId}`
export const criterionRecord = (id: string) => `criterion:${id}`
/** The name of the record that stores the planned viewing of a house. */
export const visitRecord = (listingId: string) => `visit:${listingId}`
/**
 * The name of the record that stores where and when a day of viewings starts, such as
 * `day:2026-11-25`.
 */
export const dayRecord = (day: string) => `day:${day}`

/** The id in a record's name. For a house, this is the id of its listing. */
export const idOfRecord = (record: string) => record.slice(record.indexOf(':') + 1)
