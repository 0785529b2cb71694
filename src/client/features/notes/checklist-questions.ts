import type { Listing } from '#client/data/to-listing.ts'
import { textOf } from '#client/notes/field-values.ts'
import type { ShownFields } from '#client/notes/shown-fields.ts'
import type { CheckAnswer } from '#contract/note-choices.ts'
import { type Question, questionsOf, usualQuestions } from './questions.ts'

/**
 * Returns the questions about the house's signs (its watch-outs and good signs), then the usual
 * questions. A question about a sign may replace a usual question. If the person has already
 * answered this usual question, the checklist keeps it, so that the answer stays visible.
 */
export function questionsFor(listing: Listing, fields: ShownFields) {
  const codes = [...listing.watchOuts, ...listing.goodSigns]
  const asked = [...questionsOf(codes), ...usualQuestions(codes)]
  const isAsked = ({ id }: Question) => asked.some((question) => question.id === id)
  const isAnswered = ({ id }: Question) => textOf(fields, answerField(id)) !== ''
  const answered = usualQuestions([]).filter((usual) => isAnswered(usual) && !isAsked(usual))
  return [...asked, ...answered]
}

/**
 * Counts the questions on the checklist of the house, the answered questions, and the answers that
 * report a problem.
 */
export function countAnswers(listing: Listing, fields: ShownFields) {
  const questions = questionsFor(listing, fields)
  const answers = questions.flatMap(({ id }) => textOf(fields, answerField(id)) || [])
  return {
    all: questions.length,
    answered: answers.length,
    problems: answers.filter((answer) => answer === 'problem').length,
  }
}

export function answerField(questionId: string) {
  return `check.${questionId}.answer`
}

/** Whether the person marked the question "Ask again" in their notes. */
export function isAskAgain(fields: ShownFields, questionId: string) {
  return textOf(fields, answerField(questionId)) === ('ask-again' satisfies CheckAnswer)
}

export function formatProblems(count: number) {
  return `${count} ${count === 1 ? 'problem' : 'problems'}`
}
