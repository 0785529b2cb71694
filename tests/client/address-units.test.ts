import { expect, test } from 'vitest'
import { addressUnits } from '#client/features/house/where/address-units.ts'
import { readDefaultPlaces } from '#server/places/default-places.ts'

test.each<[address: string, units: string[]]>([
  ['京都府与謝郡与謝野町字石川1170-6', ['京都府', '与謝郡', '与謝野町', '字石川', '1170-6']],
  [
    '愛媛県西予市宇和町卯之町3丁目513番地の5',
    ['愛媛県', '西予市', '宇和町', '卯之町', '3丁目513番地の5'],
  ],
  ['滋賀県蒲生郡日野町 大字村井', ['滋賀県', '蒲生郡', '日野町', '大字村井']],
  ['卯之町四丁目１番地', ['卯之町', '四丁目', '１番地']],
  ['本町1-2ハイツ101号室', ['本町', '1-2', 'ハイツ', '101号室']],
  ['東京都', ['東京都']],
  ['', []],
])('a line break can split the address %s only between the units %o', (address, units) => {
  expect(addressUnits(address)).toEqual(units)
})

test('no line break can split the name of a municipality or a ward', async () => {
  const names = (await readDefaultPlaces()).map(({ japanese }) => japanese)
  expect(names.length).toBeGreaterThan(1_900)
  const broken = names.filter((name) => {
    const [city = name, ward] = /^(.+市)(.+区)$/.exec(name)?.slice(1) ?? []
    const [first, second] = addressUnits(`${name}本郷1-2`)
    return first !== city || (ward !== undefined && second !== ward)
  })
  expect(broken).toEqual([])
})
