export type Colour = `#${string}`

type Triple = readonly [number, number, number]

const channels = (colour: Colour): Triple => {
  const number = Number.parseInt(colour.slice(1), 16)
  return [(number >> 16) & 255, (number >> 8) & 255, number & 255]
}

const fromChannels = (triple: Triple): Colour => {
  const hex = triple.map((channel) => {
    const whole = Math.round(Math.min(255, Math.max(0, channel)))
    return whole.toString(16).padStart(2, '0')
  })
  return `#${hex.join('')}`
}

/** The linear light, from 0 to 1, of each of the 256 values of a colour channel. */
const LINEAR = Array.from({ length: 256 }, (_, channel) => (channel / 255) ** 2.2)
const linear = (channel: number) => LINEAR[channel] ?? 0
const encoded = (light: number) => 255 * Math.max(0, light) ** (1 / 2.2)

/**
 * Oklab (https://bottosson.github.io/posts/oklab/): a colour space in which mixtures look natural.
 */
function oklab(colour: Colour): Triple {
  const [r, g, b] = channels(colour)
  const [red, green, blue] = [linear(r), linear(g), linear(b)]
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function fromOklab([lightness, a, b]: Triple): Colour {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return fromChannels([
    encoded(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    encoded(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    encoded(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ])
}

const mixtures = new Map<string, Colour>()
const MOST_MIXTURES = 10_000

/**
 * Mixes two colours. The result is the first colour for an `amount` of 0, and the second colour for
 * 1. Memoised, because the same mixtures repeat often.
 */
export function mix(from: Colour, to: Colour, amount: number): Colour {
  const key = `${from}${to}${amount}`
  const known = mixtures.get(key)
  if (known) return known
  if (mixtures.size >= MOST_MIXTURES) mixtures.clear()
  const mixed = mixAnew(from, to, amount)
  mixtures.set(key, mixed)
  return mixed
}

function mixAnew(from: Colour, to: Colour, amount: number) {
  const a = oklab(from)
  const b = oklab(to)
  const between = (index: 0 | 1 | 2) => a[index] + (b[index] - a[index]) * amount
  return fromOklab([between(0), between(1), between(2)])
}

/** How a colour looks under coloured light. */
export function tint(colour: Colour, light: Colour): Colour {
  const [red, green, blue] = channels(colour)
  const [lightRed, lightGreen, lightBlue] = channels(light)
  return fromChannels([
    (red * lightRed) / 255,
    (green * lightGreen) / 255,
    (blue * lightBlue) / 255,
  ])
}

export const lighter = (colour: Colour, amount: number) => mix(colour, '#ffffff', amount)
export const darker = (colour: Colour, amount: number) => mix(colour, '#14100e', amount)
