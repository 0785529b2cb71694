import { expect, test } from 'vitest'
import { deviceOf } from '#server/auth/devices.ts'

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'

test.each([
  [
    'Chrome on Android',
    `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/141.0.0.0 Mobile Safari/537.36`,
  ],
  ['Safari on iPhone', `${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1`],
  // Safari sends this user agent when the app is opened from the home screen.
  ['Safari on iPhone', `${IPHONE} Mobile/15E148`],
  ['Chrome on iPhone', `${IPHONE} CriOS/141.0.7390.41 Mobile/15E148 Safari/604.1`],
  [
    'Samsung Internet for Android',
    `Mozilla/5.0 (Linux; Android 13; SAMSUNG SM-S918B) ${WEBKIT} SamsungBrowser/23.0 Chrome/115.0.0.0 Mobile Safari/537.36`,
  ],
  [
    'Firefox on Windows',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0',
  ],
  [
    'Microsoft Edge on Windows',
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`,
  ],
  [
    'Chrome on macOS',
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Chrome/141.0.0.0 Safari/537.36`,
  ],
  ['Chrome on Linux', `Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/141.0.0.0 Safari/537.36`],
  ['Unknown device', 'curl/8.5.0'],
  ['Unknown device', '<script>alert(1)</script> ☃'],
  ['Unknown device', ' '],
  ['Unknown device', ''],
  ['Unknown device', null],
])('the device name “%s” is derived from the user agent %s', (device, userAgent) => {
  expect(deviceOf(userAgent)).toBe(device)
})

test('the device name of an unknown client is truncated', () => {
  expect(deviceOf(`${'a'.repeat(300)}/1.0`).length).toBeLessThanOrEqual(40)
})
