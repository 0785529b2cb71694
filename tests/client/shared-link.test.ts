import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findListingLink } from '#client/features/sharing/shared-link.ts'

const ORIGIN = 'https://engawa.example'
const LINK = `${ORIGIN}/listings?listing=ine-4.2`

test.each([
  ['as the address', { url: LINK }],
  ['as the text, where most phones put it', { text: LINK }],
  ['as the title', { title: LINK }],
  ['in a sentence', { text: `Look at (${LINK}), it has a boathouse!` }],
  ['at the end of a sentence', { text: `Look at ${LINK}.` }],
  ['in quotation marks', { text: `She sent "${LINK}"` }],
  ['among Japanese words', { text: `この家は${LINK}です。` }],
  ['after a line feed', { title: 'House in Ine', text: `House in Ine\n${LINK}` }],
  ['after a link to elsewhere', { text: `https://maps.example/?q=Ine ${LINK}` }],
  ['when the address is that of the chat', { url: 'https://chat.example/42', text: LINK }],
  ['with more in the address', { url: `${ORIGIN}/listings?from=chat&listing=ine-4.2#top` }],
  ['with the name of the host in capitals', { url: LINK.replace('engawa', 'Engawa') }],
])('the app finds the link of a listing in shared content %s', (_, shared) => {
  expect(findListingLink(shared, ORIGIN)).toEqual({ id: 'ine-4.2' })
})

test.each([
  ['an id', 'web+engawa:ine-4.2'],
  ['an id behind slashes', 'web+engawa://ine-4.2'],
  ['the path of a link', 'web+engawa:/listings?listing=ine-4.2'],
  ['capitals, as some systems write it', 'WEB+ENGAWA://listings?listing=ine-4.2'],
])('a web+engawa link with %s opens its listing', (_, url) => {
  expect(findListingLink({ url }, ORIGIN)).toEqual({ id: 'ine-4.2' })
})

test.each([
  'web+engawa:',
  'web+engawa:../../v1',
  'web+engawa:/favorites?listing=ine',
  'web+engawa:https://evil.example/listings?listing=ine',
  'web+engawa://evil.example/listings?listing=ine',
  'web+engawa:\\\\evil.example/listings?listing=ine',
  'web+engawa:javascript:alert(1)',
])('the web+engawa link %s opens nothing', (url) => {
  expect(findListingLink({ url }, ORIGIN)).toBeUndefined()
})

test('the app keeps the share key in a link to a listing, unless the key was truncated', () => {
  const find = (url: string) => findListingLink({ url }, ORIGIN)
  expect(find(`${LINK}&key=0f4a2e9b77c1d358`)).toEqual({ id: 'ine-4.2', key: '0f4a2e9b77c1d358' })
  expect(find(`${LINK}&key=0f4a2e`)).toEqual({ id: 'ine-4.2' })
})

test.each([
  ['nothing', {}],
  ['words without a link', { title: 'House in Ine', text: 'listing=ine' }],
  ['a link to another page', { url: `${ORIGIN}/favorites?listing=ine` }],
  ['a link to no listing', { url: `${ORIGIN}/listings?prefecture=kyoto` }],
  ['an impossible id', { url: `${ORIGIN}/listings?listing=../../v1` }],
  ['the same path on another host', { url: 'https://evil.example/listings?listing=ine' }],
  ['our host as the user of another host', { url: `${ORIGIN}@evil.example/listings?listing=ine` }],
  ['our host as a part of another host', { url: `${ORIGIN}.evil.example/listings?listing=ine` }],
  ['our host with another port', { url: `${ORIGIN}:8443/listings?listing=ine` }],
  ['a link inside another', { url: `https://evil.example/?to=${encodeURIComponent(LINK)}` }],
  ['a script', { url: 'javascript:alert(1)//https:/listings?listing=ine' }],
])('sharing %s opens no listing', (_, shared) => {
  expect(findListingLink(shared, ORIGIN)).toBeUndefined()
})

test('the app reads any text that another app shares, without an error', () => {
  const words = fc.option(fc.string({ unit: 'binary' }), { nil: undefined })
  const shared = fc.record({ title: words, text: words, url: words })
  fc.assert(fc.property(shared, (given) => findListingLink(given, ORIGIN) === undefined))
})
