import { expect, test } from 'vitest'
import { findOaza, oazaNames } from '#server/places/oaza-names.ts'

const NAMES = ['北二条西', '三条', '南郷通十二丁目北', '本町', '大字二十条']
const names = oazaNames(
  NAMES.map((japanese, at) => ({
    ...{ japanese, code: `38214${at}`, prefecture: 'ehime', kana: '', english: '' },
    ...{ latitude: 33, longitude: 132, precision: 'oaza' as const },
  })),
)

test.each([
  ['北2条西5丁目', '北二条西'],
  ['北二条西五丁目', '北二条西'],
  ['三条1', '三条'],
  ['3条1', '三条'],
  ['南郷通12丁目北3', '南郷通十二丁目北'],
  ['本町三丁目', '本町'],
  ['二十条5', '大字二十条'],
  // The streets of Kyoto are not oaza, even if their names begin like one.
  ['三条通1', undefined],
  ['烏丸通三条上る', undefined],
])('the oaza of the address %s is %s', (rest, oaza) => {
  expect(findOaza(names, rest)?.japanese).toBe(oaza)
})
