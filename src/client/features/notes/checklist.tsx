import { useState } from 'react'
import type { Listing } from '#client/data/to-listing.ts'
import { textOf } from '#client/notes/field-values.ts'
import { ANSWER_LABELS } from '#client/notes/note-labels.ts'
import { setNoteField } from '#client/notes/set-note-field.ts'
import { Button } from '#client/ui/button.tsx'
import { takeFocus } from '#client/ui/focus.ts'
import { CHECK_ANSWERS, MAX_REMARK_LENGTH } from '#contract/note-choices.ts'
import { answerField, countAnswers, formatProblems, questionsFor } from './checklist-questions.ts'
import { Choice } from './choice.tsx'
import { CollapsibleSection } from './collapsible-section.tsx'
import styles from './notes.module.css'
import type { NotesProps } from './notes-props.ts'
import { OtherValue } from './other-value.tsx'
import type { Question } from './questions.ts'
import { TextNote } from './text-note.tsx'

/** The questions of a viewing, in both languages, each with an answer and a remark. */
export function Checklist({ listing, ...notes }: NotesProps & { listing: Listing }) {
  const { answered, all, problems } = countAnswers(listing, notes.fields)
  const count = `${answered} of ${all}`
  return (
    <CollapsibleSection
      title="Checklist"
      summary={problems > 0 ? `${count}, ${formatProblems(problems)}` : count}
    >
      <ol className={styles.questions}>
        {questionsFor(listing, notes.fields).map((question) => (
          <CheckedQuestion key={question.id} {...notes} question={question} />
        ))}
      </ol>
    </CollapsibleSection>
  )
}

function CheckedQuestion({ record, fields, question }: NotesProps & { question: Question }) {
  const { id, english, japanese } = question
  const [isWriting, setWriting] = useState(false)
  const remark = `check.${id}.remark`
  const hasRemark = isWriting || textOf(fields, remark) !== '' || fields[remark]?.other
  return (
    <li className={styles.question}>
      <p>{english}</p>
      <p className="soft" lang="ja" translate="no">
        {japanese}
      </p>
      <div className={styles.choice}>
        <Choice
          label={english}
          options={CHECK_ANSWERS.map((answer) => ({ id: answer, label: ANSWER_LABELS[answer] }))}
          chosen={textOf(fields, answerField(id))}
          onChoose={(answer) => setNoteField(record, answerField(id), answer)}
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
          controlRef={isWriting ? takeFocus : undefined}
        />
      )}
    </li>
  )
}
