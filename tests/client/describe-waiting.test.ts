import { expect, test } from 'vitest'
import { describeWaiting } from '#client/features/notes/photos/describe-waiting.ts'
import type { UnsentPhoto } from '#client/notes/own-photos/own-photo-rows.ts'
import { houseRecord } from '#contract/note-choices.ts'

const waitingPhoto = (house: string): UnsentPhoto => ({
  ...{ id: house, record: houseRecord(house), isNamed: false },
  photo: {
    ...{ width: 4, height: 3, bytes: 1000 },
    ...{ added_at: '2026-01-15T00:00:00Z', taken_at: '2026-01-15T00:00:00Z' },
  },
})

test('the page of a house says how many photos wait for their upload, and how many of these show this house', () => {
  const waiting = ['ine', 'ine', 'ayabe'].map(waitingPhoto)
  const on = (house: string) => describeWaiting(waiting, houseRecord(house))
  expect(on('ine')).toBe('3 photos wait on this device (2 of this house), 3\u00a0kB.')
  expect(on('miyama')).toBe('3 photos wait on this device (none of this house), 3\u00a0kB.')
})

test('if all waiting photos show the same house, the page of this house states their number only once', () => {
  const describe = (photos: UnsentPhoto[]) => describeWaiting(photos, houseRecord('ine'))
  expect(describe(['ine', 'ine'].map(waitingPhoto))).toBe(
    '2 photos wait on this device, 2\u00a0kB.',
  )
  expect(describe([waitingPhoto('ine')])).toBe('1 photo waits on this device, 1\u00a0kB.')
})
