import { expect, test } from 'vitest'
import { isMobileSafari } from '#client/features/install/safari.ts'

const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const IPHONE = `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${WEBKIT}`
const MAC = `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT}`
const ANDROID = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  ['an iPhone', `${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1`],
  ['an iPad, which calls itself a Mac', `${MAC} Version/18.5 Safari/605.1.15`],
])('%s installs by the steps of Safari', (_, userAgent) => {
  expect(isMobileSafari({ userAgent, maxTouchPoints: 5 })).toBe(true)
})

test.each([
  ['a Mac', `${MAC} Version/18.5 Safari/605.1.15`, 0],
  ['Chrome on an iPhone', `${IPHONE} CriOS/142.0.7444.46 Mobile/15E148 Safari/604.1`, 5],
  ['Edge on an iPhone', `${IPHONE} Version/18.0 EdgiOS/142.0 Mobile/15E148 Safari/604.1`, 5],
  ['a page inside another app', `${IPHONE} Mobile/15E148 Chat/9.1`, 5],
  ['Chrome on Android', `${ANDROID} Chrome/142.0.0.0 Mobile Safari/537.36`, 5],
])('%s does not install by the steps of Safari', (_, userAgent, maxTouchPoints) => {
  expect(isMobileSafari({ userAgent, maxTouchPoints })).toBe(false)
})
