import { expect, test } from 'vitest'
import { clientAddress, isAmong, readNetworks } from '#server/network/client-address.ts'

function networks(text: string) {
  const read = readNetworks(text)
  if (!read) throw new Error(`${text} names no networks`)
  return read
}

const NOBODY = networks('192.0.2.255')

test('without a trusted proxy, the client address is that of the connection, whatever the headers claim', () => {
  expect(clientAddress('198.51.100.7', '203.0.113.9', NOBODY)).toBe('198.51.100.7')
  expect(clientAddress('198.51.100.7', undefined, NOBODY)).toBe('198.51.100.7')
})

test.each([
  ['one proxy', '203.0.113.9', '203.0.113.9'],
  ['two of our proxies', '203.0.113.9, 10.0.0.2', '203.0.113.9'],
  [
    'a proxy, from a client that claims other addresses',
    '1.1.1.1, 8.8.8.8,203.0.113.9',
    '203.0.113.9',
  ],
  [
    'a proxy, from a client that claims to be a proxy',
    '1.1.1.1, 10.0.0.2, 203.0.113.9',
    '203.0.113.9',
  ],
  ['a proxy that does not know the address', 'unknown', '10.0.0.1'],
  ['a proxy, from an invalid address', '1.1.1.1, <script>', '10.0.0.1'],
  ['a proxy that sends its own request', undefined, '10.0.0.1'],
  ['IPv6', '2001:db8::7', '2001:db8::7'],
])('the client address in a request through %s is %s', (_, forwardedFor, address) => {
  expect(clientAddress('10.0.0.1', forwardedFor, networks('10.0.0.0/8'))).toBe(address)
})

test('a proxy is recognized in both notations of its address', () => {
  const proxies = networks('127.0.0.1, fd00::/8')
  expect(isAmong(proxies, '::ffff:127.0.0.1')).toBe(true)
  expect(isAmong(proxies, 'fd12::1')).toBe(true)
  expect(isAmong(proxies, '127.0.0.2')).toBe(false)
  expect(isAmong(proxies, 'unknown')).toBe(false)
})

test.each([
  '',
  'proxy.example',
  '10.0.0.0/33',
  '10.0.0.0/x',
  '10.0.0.0/',
  '0.0.0.0/0',
  '::/0',
  '10.0.0.0/8/8',
  '10.0.0.1,',
])('the trusted proxies cannot be %j', (text) => {
  expect(readNetworks(text)).toBeNull()
})
