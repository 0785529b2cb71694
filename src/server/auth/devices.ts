import Bowser from 'bowser'

/** The maximum length of a browser name. A longer name is forged, so it is cut. */
const MAX_NAME_LENGTH = 40

const UNKNOWN = 'Unknown device'

/** A readable name for a device, from its user agent: `Chrome on Android`. */
export function deviceOf(userAgent: string | null) {
  if (!userAgent) return UNKNOWN
  const parser = Bowser.getParser(userAgent)
  const browser = parser.getBrowserName().slice(0, MAX_NAME_LENGTH)
  const { model } = parser.getPlatform()
  const system = parser.getOSName() === 'iOS' && model ? model : parser.getOSName()
  if (!browser || !system) return browser || system || UNKNOWN
  // Some browser names already end with the name of the system, such as `Samsung Internet for
  // Android`. Do not add the system again.
  return browser.endsWith(system) ? browser : `${browser} on ${system}`
}
