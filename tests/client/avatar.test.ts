import { expect, test } from 'vitest'
import { initialsOf, pictureUrl } from '#client/ui/avatar.tsx'

test.each([
  ['Ana Prieto', 'AP'],
  ['  ana   maria prieto ', 'AM'],
  ['Mei', 'M'],
  ['山田 太郎', '山太'],
  ['𠮷田 花', '𠮷花'],
  ['', ''],
])('the avatar of the name %j has the initials %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})

test('a profile picture may be a web address or a JPEG in base64', () => {
  expect(pictureUrl('/9j/4AAQ')).toBe('data:image/jpeg;base64,/9j/4AAQ')
  for (const url of ['https://example.com/a.png', 'data:image/png;base64,AA']) {
    expect(pictureUrl(url)).toBe(url)
  }
})
