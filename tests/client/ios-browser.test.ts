import { expect, test } from 'vitest'
import { iosBrowser } from '#client/browser/ios-browser.ts'

const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const iphone = (os: string) => `Mozilla/5.0 (iPhone; CPU iPhone OS ${os} like Mac OS X) ${WEBKIT}`
const IPHONE = iphone('18_5')
const IPAD = `Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) ${WEBKIT}`
const MAC = `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT}`
const ANDROID = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko)'
const CHROME = 'CriOS/142.0.7444.46 Mobile/15E148 Safari/604.1'

test.each([
  ['an iPhone', `${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1`, 'Safari'],
  ['an iPhone with an older iOS', `${iphone('15_8')} Version/15.6 Safari/604.1`, 'Safari'],
  ['an iPad, which calls itself a Mac', `${MAC} Version/18.5 Safari/605.1.15`, 'Safari'],
  ['Chrome on an iPhone', `${IPHONE} ${CHROME}`, 'Chrome'],
  ['Chrome on an iPad', `${IPAD} ${CHROME}`, 'Chrome'],
  ['Chrome on an iPad that requests desktop pages', `${MAC} ${CHROME}`, 'Chrome'],
  ['Chrome on the first iOS that lets it install apps', `${iphone('16_4')} ${CHROME}`, 'Chrome'],
  ['Chrome on an iOS with two digits after the dot', `${iphone('16_10')} ${CHROME}`, 'Chrome'],
  ['Firefox on an iPhone', `${IPHONE} FxiOS/145.0 Mobile/15E148 Safari/605.1.15`, 'Firefox'],
  ['Edge on an iPhone', `${IPHONE} Version/18.0 EdgiOS/142.0 Mobile/15E148 Safari/604.1`, 'Edge'],
])('the app knows the installation steps for %s', (_, userAgent, name) => {
  expect(iosBrowser({ userAgent, maxTouchPoints: 5 })).toBe(name)
})

test.each([
  ['a Mac', `${MAC} Version/18.5 Safari/605.1.15`, 0],
  ['Chrome on an iOS that does not let it install apps', `${iphone('16_3')} ${CHROME}`, 5],
  ['a page inside another app', `${IPHONE} Mobile/15E148 Chat/9.1`, 5],
  ['Chrome on Android', `${ANDROID} Chrome/142.0.0.0 Mobile Safari/537.36`, 5],
])('the app has no iOS installation steps for %s', (_, userAgent, maxTouchPoints) => {
  expect(iosBrowser({ userAgent, maxTouchPoints })).toBeUndefined()
})
