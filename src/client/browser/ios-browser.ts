/** The iPhone and iPad browsers for which the app can show installation steps. */
export type IosBrowser = 'Safari' | 'Chrome' | 'Firefox' | 'Edge'

/** The browsers other than Safari, with patterns that find their tokens in the user agent. */
const OTHERS = [
  ['Chrome', /\bCriOS\//],
  ['Firefox', /\bFxiOS\//],
  ['Edge', /\bEdgiOS\//],
] as const

/** From this iOS version on, browsers other than Safari can add a page to the home screen. */
const FIRST_WITH_OTHERS = 16.04

type Device = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>

/** The browser of an iPhone or iPad. Undefined on other devices and inside other apps. */
export function iosBrowser(device: Device): IosBrowser | undefined {
  if (isMobileSafari(device)) return 'Safari'
  const [name] = OTHERS.find(([, token]) => token.test(device.userAgent)) ?? []
  return name && iosVersion(device) >= FIRST_WITH_OTHERS ? name : undefined
}

function isMobileSafari({ userAgent, maxTouchPoints }: Device) {
  // Safari on an iPad identifies itself as a Mac. Unlike a Mac, an iPad has a touch screen.
  const isMobile = /iPhone|iPad/.test(userAgent) || maxTouchPoints > 1
  // In their user agent, most other browsers omit `Version`, or add their own token after `Safari`.
  return isMobile && /Mac OS X[^)]*\) .*Version\/\S+ (Mobile\/\S+ )?Safari\/\S+$/.test(userAgent)
}

/**
 * The iOS version as a number such as 16.04. An iPad that identifies itself as a Mac hides its
 * version. The version then counts as the newest.
 */
function iosVersion({ userAgent }: Device) {
  const [, major, minor] = /\bOS (\d+)_(\d+)/.exec(userAgent) ?? []
  return major === undefined ? Number.POSITIVE_INFINITY : Number(major) + Number(minor) / 100
}
