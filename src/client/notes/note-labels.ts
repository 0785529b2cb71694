import type { CheckAnswer, Criterion, HouseStatus } from '#contract/note-choices.ts'

/** The labels of the choices that a note offers, the same on every page. */

export const STATUS_LABELS: Record<HouseStatus, string> = {
  'to-see': 'To see',
  seen: 'Seen',
  asked: 'Asked',
  shortlisted: 'Interested',
  rejected: 'Rejected',
}

export const CRITERION_LABELS: Record<Criterion, string> = {
  roof: 'Roof',
  light: 'Light',
  damp: 'Damp',
  road: 'Road',
  neighbours: 'Neighbors',
}

export const ANSWER_LABELS: Record<CheckAnswer, string> = {
  fine: 'Fine',
  problem: 'Problem',
  'ask-again': 'Ask again',
}

export function labelOf<Id extends string>(labels: Record<Id, string>, id: unknown) {
  return typeof id === 'string' && Object.hasOwn(labels, id) ? labels[id as Id] : undefined
}
