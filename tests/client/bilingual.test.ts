import { expect, test } from 'vitest'
import { languageOf, splitLanguages } from '#client/ui/bilingual.tsx'

test('Japanese text in a field gets the language tag for Japanese', () => {
  expect(languageOf('兵庫県豊岡市')).toBe('ja')
  expect(languageOf('Toyooka, Hyogo · 4LDK')).toBeUndefined()
})

test.each([
  ['House in 兵庫県豊岡市中央町2-4', ['兵庫県豊岡市中央町2-4']],
  ['JR山陰本線 豊岡駅 徒歩10分', ['JR山陰本線 豊岡駅 徒歩10分']],
  ['San-in Main Line · JR山陰本線 豊岡駅', ['JR山陰本線 豊岡駅']],
  ['KYOTO京都', ['京都']],
  ['豊岡市（Toyooka）', ['豊岡市']],
  [
    '「空き家データ」（国土交通省 Project LINKS）を加工して作成. As of 31 March 2025',
    ['「空き家データ」（国土交通省 Project LINKS）を加工して作成'],
  ],
  ['豊岡市 0796-23-1111（住宅課）', ['豊岡市 0796-23-1111（住宅課）']],
  ['昭和50年（1975）築', ['昭和50年（1975）築']],
  ['0796-23-1111', []],
  ['木造2階建 (wood, 2F)', ['木造2階建']],
  ['Kyoto (京都) near スーパー, 200 m', ['京都', 'スーパー']],
  ['4LDK · 98.5 m²', []],
])('in "%s", only the Japanese part gets the language tag', (text, japanese) => {
  const parts = splitLanguages(text)
  expect(parts.map((part) => part.text).join('')).toBe(text)
  expect(parts.filter(({ lang }) => lang).map((part) => part.text)).toEqual(japanese)
})
