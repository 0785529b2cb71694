import Bowser from 'bowser'

/** Longer names are no browser's. */
const MAX_NAME_LENGTH = 40

const UNKNOWN = 'Unknown device'

/** What a person would call what signed in, by what it said of itself: `Chrome on Android`. */
export function deviceOf(userAgent: string | null) {
  if (!userAgent) return UNKNOWN
  const parser = Bowser.getParser(userAgent)
  const browser = parser.getBrowserName().slice(0, MAX_NAME_LENGTH)
  const { model } = parser.getPlatform()
  const system = parser.getOSName() === 'iOS' && model ? model : parser.getOSName()
  if (!browser || !system) return browser || system || UNKNOWN
  // Some have the system in their own name.
  return browser.endsWith(system) ? browser : `${browser} on ${system}`
}
