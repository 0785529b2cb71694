import { expect, test } from 'vitest'
import { fillSlots } from '#server/pages/page-slots.ts'

const TITLE = '<!-- slot:title --><title>Engawa</title><!-- /slot:title -->'
const ROOT = '<!-- slot:root -->\n<div></div>\n<!-- /slot:root -->'

test("a slot (a placeholder in a page's HTML) is replaced by exactly its content, and other slots keep their default", () => {
  const content = `$& $1 ${ROOT}`
  expect(fillSlots(TITLE + ROOT, { title: content })).toBe(content + ROOT)
})

test('the HTML of a page is refused if it does not contain the slot to fill', () => {
  expect(() => fillSlots(ROOT, { title: '' })).toThrow('The page has no slot title')
  expect(() => fillSlots('<!-- slot:root -->', { root: '' })).toThrow('The page has no slot root')
})

test('the HTML of a page is refused if the slot to fill occurs twice', () => {
  expect(() => fillSlots(ROOT + ROOT, { root: '' })).toThrow('The page has the slot root twice')
})
