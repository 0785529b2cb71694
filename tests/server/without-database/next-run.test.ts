import { expect, test } from 'vitest'
import { PUBLIC_OR_PRIVATE } from '#server/network/open-download.ts'
import { isPublicAddress } from '#server/network/public-address.ts'
import { nextRun } from '#server/sources/next-run.ts'

const DAILY = {
  rhythm: 'daily',
  hours: 24,
  weekday: 1,
  time: '02:30',
  timeZone: 'Asia/Tokyo',
} as const

function runsAfter(rhythm: Parameters<typeof nextRun>[0], start: string, count: number) {
  const runs: string[] = []
  let last = new Date(start)
  while (runs.length < count) {
    last = nextRun(rhythm, last)
    runs.push(last.toISOString())
  }
  return runs
}

test('a daily source is due at its local time, whatever the time zone of the server', () => {
  expect(runsAfter(DAILY, '2026-11-29T12:00:00Z', 2)).toEqual([
    '2026-11-29T17:30:00.000Z',
    '2026-11-30T17:30:00.000Z',
  ])
})

test('a local time that does not exist on the first day of daylight saving time is moved by an hour', () => {
  const rhythm = { ...DAILY, timeZone: 'America/New_York' }
  expect(runsAfter(rhythm, '2026-03-07T00:00:00Z', 3)).toEqual([
    '2026-03-07T07:30:00.000Z',
    // 03:30 instead of 02:30
    '2026-03-08T07:30:00.000Z',
    '2026-03-09T06:30:00.000Z',
  ])
})

test('a source runs once on the day on which its local time occurs twice', () => {
  const rhythm = { ...DAILY, time: '01:30', timeZone: 'America/New_York' }
  expect(runsAfter(rhythm, '2026-10-31T00:00:00Z', 3)).toEqual([
    '2026-10-31T05:30:00.000Z',
    '2026-11-01T05:30:00.000Z',
    '2026-11-02T06:30:00.000Z',
  ])
})

test('a weekly source is due on its local day, and on the same day only before its time', () => {
  const sunday = { ...DAILY, rhythm: 'weekly', weekday: 7 } as const
  expect(runsAfter(sunday, '2026-11-28T17:29:00Z', 2)).toEqual([
    '2026-11-28T17:30:00.000Z',
    '2026-12-05T17:30:00.000Z',
  ])
})

test.each([
  ...['127.0.0.1', '10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1'],
  ...['0.0.0.0', '224.0.0.1', '240.0.0.1', '255.255.255.255', '198.18.0.1', '192.0.2.1'],
  ...['::', '::1', 'fe80::1', 'fc00::1', 'ff02::1', '::ffff:127.0.0.1', '::ffff:10.0.0.1'],
  ...[
    '::127.0.0.1',
    '::8.8.8.8',
    '::808:808',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:db8::1',
    'localhost',
    '',
  ],
])('%s is no address on the public internet', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(['8.8.8.8', '2606:4700::1111', '::ffff:8.8.8.8'])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

test.each([...['10.1.2.3', '172.16.0.1', '192.168.1.1', 'fd12::1', '::ffff:10.0.0.1', '8.8.8.8']])(
  'with SOURCES_ALLOW_PRIVATE=on, a source may have the address %s',
  (address) => {
    expect(PUBLIC_OR_PRIVATE.allowsAddress(address)).toBe(true)
  },
)

test.each([
  ...['127.0.0.1', '169.254.169.254', '0.0.0.0', '100.64.0.1', '224.0.0.1', '255.255.255.255'],
  ...['::', '::1', 'fe80::1', '::ffff:127.0.0.1', '::ffff:169.254.169.254', '::10.0.0.1', ''],
])('with SOURCES_ALLOW_PRIVATE=on, a source may not have the address %s', (address) => {
  expect(PUBLIC_OR_PRIVATE.allowsAddress(address)).toBe(false)
})
