import { expect, test } from 'vitest'
import { findTranslatedJapanese, findUnsafeTexts } from '#tests/support/jsx-texts.ts'

test('every text that changes, or stands beside content that changes, is alone in its element', () => {
  expect(findUnsafeTexts()).toEqual([])
})

test('translators leave every text in Japanese as it is', () => {
  expect(findTranslatedJapanese()).toEqual([])
})

test.each([
  ['a count beside a text', '<p>{count} houses</p>', false],
  ['a text that may disappear', "<p><b>Kyoto</b>{isNew && 'new'}</p>", false],
  ['a text after an element that may appear', '<p>{isNew && <b>New</b>} house</p>', false],
  [
    'a text after a component that may render nothing',
    '<p><Mark isNew={isNew} /> house</p>',
    false,
  ],
  ['a text in a fragment', '<p>{isNew ? <>New <b>house</b></> : <b>House</b>}</p>', false],
  ['content of any kind beside an element', '<p><b>New</b>{children}</p>', false],
  ['a list of texts', "<p>{names.map((name) => name + ', ')}<b>Kyoto</b></p>", false],
  ['a single expression', "<p>{count + ' houses'}</p>", true],
  ['a text in an element of its own', '<p>{isNew && <b>New</b>} <span>house</span></p>', true],
  ['a text beside elements that are always there', '<p>A house in <b>Kyoto</b>.</p>', true],
])('of the patterns of markup, %s is judged', (_, markup, isSafe) => {
  const text = `
    import type { ReactNode } from 'react'
    function Mark({ isNew }: { isNew: boolean }) {
      return isNew ? <b>New</b> : null
    }
    export function Sample({ count, isNew, names, children }: {
      count: number; isNew: boolean; names: string[]; children: ReactNode
    }) {
      if (count < 0) return <Mark isNew={isNew} />
      return ${markup}
    }`
  expect(findUnsafeTexts({ file: 'ui/card.tsx', text }).length === 0).toBe(isSafe)
})
