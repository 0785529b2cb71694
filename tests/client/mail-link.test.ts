import { expect, test } from 'vitest'
import { mailLink } from '#client/format/mail-link.ts'

test('a mail link has the address, the subject and the text', () => {
  expect(mailLink('akiya@town.jp')).toBe('mailto:akiya@town.jp')
  expect(mailLink('akiya@town.jp', { subject: '空き家', body: 'a & b' })).toBe(
    'mailto:akiya@town.jp?subject=%E7%A9%BA%E3%81%8D%E5%AE%B6&body=a%20%26%20b',
  )
})

test('an address cannot add recipients or texts to a mail link', () => {
  expect(mailLink('akiya@town.jp?cc=other@town.jp&body=Pay')).toBe(
    'mailto:akiya@town.jp%3Fcc%3Dother@town.jp%26body%3DPay',
  )
})
