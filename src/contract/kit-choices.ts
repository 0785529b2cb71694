/** The choices of a person's notes. Kept apart from the schemas, so that screens load without them. */

export const HOUSE_STATUSES = ['to-see', 'seen', 'asked', 'shortlisted', 'rejected'] as const
export type HouseStatus = (typeof HOUSE_STATUSES)[number]

/** The criteria that every house is rated by. Own criteria are records of the kind `criterion`. */
export const CRITERIA = ['roof', 'light', 'damp', 'road', 'neighbours'] as const
export type Criterion = (typeof CRITERIA)[number]

/** What a person found about a question of the checklist. */
export const CHECK_ANSWERS = ['fine', 'problem', 'ask-again'] as const
export type CheckAnswer = (typeof CHECK_ANSWERS)[number]

export const MAX_RATING = 5
export const MAX_NOTE_LENGTH = 10_000
export const MAX_REMARK_LENGTH = 2_000
export const MAX_VERDICT_LENGTH = 200
export const MAX_CRITERION_LENGTH = 60
export const MAX_YEN = 1_000_000_000_000

/** A precise position, with the radius in metres within which it is probably true. */
export interface Pin {
  latitude: number
  longitude: number
  accuracy_m: number
}

export const houseRecord = (listingId: string) => `house:${listingId}`
export const criterionRecord = (id: string) => `criterion:${id}`
