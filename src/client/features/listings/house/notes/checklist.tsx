import { useState } from 'react'
import type { Listing } from '#client/data/to-listing.ts'
import { ANSWER_LABELS } from '#client/kit/note-words.ts'
import { setKitField } from '#client/kit/set-kit-field.ts'
import { Button } from '#client/ui/button.tsx'
import { CHECK_ANSWERS, MAX_REMARK_LENGTH } from '#contract/kit-choices.ts'
import { type Question, questionsOf, usualQuestions } from '../letter/questions.ts'
import { Choice } from './choice.tsx'
import { Fold } from './fold.tsx'
import styles from './notes.module.css'
import { type NotesProps, textOf } from './notes-props.ts'
import { OtherValue } from './other-value.tsx'
import { TextNote } from './text-note.tsx'

/** The questions of a viewing, in both languages, each with an answer and a remark. */
export function Checklist({ listing, ...notes }: NotesProps & { listing: Listing }) {
  const isAnswered = ({ id }: Question) => textOf(notes.fields, answerField(id)) !== ''
  const questions = questionsFor(listing, isAnswered)
  const answers = questions.flatMap(({ id }) => textOf(notes.fields, answerField(id)) || [])
  const problems = answers.filter((answer) => answer === 'problem').length
  return (
    <Fold title="Checklist" summary={summaryOf(answers.length, questions.length, problems)}>
      <ol className={styles.questions}>
        {questions.map((question) => (
          <CheckedQuestion key={question.id} {...notes} question={question} />
        ))}
      </ol>
    </Fold>
  )
}

/**
 * Returns the questions about the house's signs, then the usual questions. A question about a sign
 * may replace a usual question. If the person has already answered the usual question, the
 * checklist keeps the usual question, so that the answer stays visible.
 */
function questionsFor(listing: Listing, isAnswered: (question: Question) => boolean) {
  const codes = [...listing.watchOuts, ...listing.goodSigns]
  const asked = [...questionsOf(codes), ...usualQuestions(codes)]
  const isAsked = ({ id }: Question) => asked.some((question) => question.id === id)
  const answered = usualQuestions([]).filter((usual) => isAnswered(usual) && !isAsked(usual))
  return [...asked, ...answered]
}

function CheckedQuestion({ record, fields, question }: NotesProps & { question: Question }) {
  const { id, english, japanese } = question
  const [isWriting, setWriting] = useState(false)
  const remark = `check.${id}.remark`
  const hasRemark = isWriting || textOf(fields, remark) !== '' || fields[remark]?.other
  return (
    <li className={styles.question}>
      <p>{english}</p>
      <p className={styles.japanese} lang="ja">
        {japanese}
      </p>
      <div className={styles.choice}>
        <Choice
          label={english}
          options={CHECK_ANSWERS.map((answer) => ({ id: answer, label: ANSWER_LABELS[answer] }))}
          chosen={textOf(fields, answerField(id))}
          onChoose={(answer) => setKitField(record, answerField(id), answer)}
        />
        {!hasRemark && (
          <Button
            variant="quiet"
            aria-label={`Write a remark: ${english}`}
            onClick={() => setWriting(true)}
          >
            Remark
          </Button>
        )}
      </div>
      <OtherValue record={record} fields={fields} field={answerField(id)} />
      {hasRemark && (
        <TextNote
          {...{ record, fields }}
          field={remark}
          label="Remark"
          maxLength={MAX_REMARK_LENGTH}
          rows={2}
        />
      )}
    </li>
  )
}

function answerField(questionId: string) {
  return `check.${questionId}.answer`
}

function summaryOf(answered: number, all: number, problems: number) {
  const found = problems > 0 ? `, ${problems} ${problems === 1 ? 'problem' : 'problems'}` : ''
  return `${answered} of ${all}${found}`
}
