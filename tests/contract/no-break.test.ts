import { expect, test } from 'vitest'
import { withNoBreaks } from '#contract/no-break.ts'

test('a line of a title starts neither with a separator nor with a unit', () => {
  expect(withNoBreaks('House in Seiyo, Ehime · 4LDK · 98 m² · 410 m² land')).toBe(
    'House in Seiyo, Ehime\u00a0· 4LDK\u00a0· 98\u00a0m²\u00a0· 410\u00a0m² land',
  )
})
