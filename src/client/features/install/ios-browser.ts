/** The browsers of an iPhone or iPad whose steps to install an app by hand are known, by their names. */
export type IosBrowser = 'Safari' | 'Chrome' | 'Firefox' | 'Edge'

/** What each of the others is called in its user agent. */
const OTHERS = [
  ['Chrome', /\bCriOS\//],
  ['Firefox', /\bFxiOS\//],
  ['Edge', /\bEdgiOS\//],
] as const

/** From this version of iOS on, browsers other than Safari can add to the home screen. */
const FIRST_WITH_OTHERS = 16.04

type Device = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>

/** Which browser of an iPhone or iPad this is; undefined elsewhere, and inside another app. */
export function iosBrowser(device: Device): IosBrowser | undefined {
  if (isMobileSafari(device)) return 'Safari'
  const [name] = OTHERS.find(([, token]) => token.test(device.userAgent)) ?? []
  return name && iosVersion(device) >= FIRST_WITH_OTHERS ? name : undefined
}

function isMobileSafari({ userAgent, maxTouchPoints }: Device) {
  // An iPad calls itself a Mac.
  const isMobile = /iPhone|iPad/.test(userAgent) || maxTouchPoints > 1
  // Other browsers there put a name of their own between these.
  return isMobile && /Mac OS X[^)]*\) .*Version\/\S+ (Mobile\/\S+ )?Safari\/\S+$/.test(userAgent)
}

/** As a number such as 16.04; an iPad that calls itself a Mac does not tell, and counts as new. */
function iosVersion({ userAgent }: Device) {
  const [, major, minor] = /\bOS (\d+)_(\d+)/.exec(userAgent) ?? []
  return major === undefined ? Number.POSITIVE_INFINITY : Number(major) + Number(minor) / 100
}
