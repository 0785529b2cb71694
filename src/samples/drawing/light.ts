import type { Random } from '../random.ts'
import { type Colour, mix, tint } from './colour.ts'

export const SEASONS = ['spring', 'rain', 'summer', 'autumn', 'winter'] as const
export type Season = (typeof SEASONS)[number]

export const HOURS = ['morning', 'noon', 'evening', 'dusk', 'night'] as const
export type Hour = (typeof HOURS)[number]

/**
 * The light of a season and time of day. Drawing functions adapt their colours to this light with
 * `seen`.
 */
export interface Light {
  season: Season
  hour: Hour
  sky: { top: Colour; middle: Colour; low: Colour }
  /** The colour into which distant things fade. */
  haze: Colour
  /** 1 when lamps are lit, 0 by day. */
  lamps: number
  /** The side of the sun: -1 is left, 1 is right. */
  side: -1 | 1
  snow: boolean
  /**
   * Returns how a colour looks in the light. `sun` is 0 in the shade and 1 in full sun. `far` is
   * the distance, from 0 to 1. At 1, the haze hides the colour.
   */
  seen: (colour: Colour, sun?: number, far?: number) => Colour
}

interface Air {
  sky: readonly (readonly [top: Colour, middle: Colour, low: Colour])[]
  sun: Colour
  shade: Colour
  lamps: number
}

const AIR: Record<Hour, Air> = {
  morning: {
    sky: [
      ['#8fbad0', '#cfdfdc', '#f8e0c8'],
      ['#a3bfd6', '#e2dfe0', '#f7d3c4'],
      ['#86b3c4', '#d3e2d2', '#f6e8c6'],
    ],
    sun: '#fff3e0',
    shade: '#a3a9c4',
    lamps: 0,
  },
  noon: {
    sky: [
      ['#3f86b9', '#84b9d4', '#d6e9e6'],
      ['#5a9fc6', '#a0cddb', '#e9f1e3'],
      ['#4a8fb5', '#9ac6cf', '#f1eed9'],
    ],
    sun: '#fffaf0',
    shade: '#94a3c0',
    lamps: 0,
  },
  evening: {
    sky: [
      ['#6f97b3', '#e0cfae', '#f4b67d'],
      ['#87a3b4', '#ecd9b4', '#f2c188'],
      ['#7d8fae', '#dfb9a6', '#f3a682'],
    ],
    sun: '#ffe2b8',
    shade: '#8f8fb3',
    lamps: 0.25,
  },
  dusk: {
    sky: [
      ['#2c4069', '#84708f', '#e89a78'],
      ['#27476b', '#6d8199', '#e9b795'],
      ['#37406f', '#9a6f88', '#ee9f6e'],
    ],
    sun: '#c3a4b0',
    shade: '#62658f',
    lamps: 0.85,
  },
  night: {
    sky: [
      ['#0d1b38', '#1a3559', '#37597a'],
      ['#101d3f', '#22386a', '#4a6390'],
      ['#0b1f33', '#183f57', '#3a6a78'],
    ],
    sun: '#7f93c0',
    shade: '#3a4877',
    lamps: 1,
  },
}

const OVERCAST: Record<'rain' | 'winter', Partial<Record<Hour, Air['sky']>>> = {
  rain: {
    morning: [['#9cb4b8', '#c6d3cd', '#e8e9d8']],
    noon: [['#8eaab0', '#bccbc7', '#e2e8d9']],
    evening: [['#8795a0', '#bcb9b2', '#e6d5b8']],
  },
  winter: {
    morning: [
      ['#9db3c4', '#ccd6db', '#f2e3d9'],
      ['#8fb0c9', '#c9dbe2', '#f5ece0'],
    ],
    noon: [
      ['#6b9dc4', '#abcbdc', '#e6eeee'],
      ['#9fb0bd', '#c6d0d5', '#e4e6e4'],
    ],
    evening: [['#8193b0', '#cbbcc4', '#f0c5a8']],
  },
}

export function lightOf(season: Season, hour: Hour, random: Random): Light {
  const air = AIR[hour]
  const skies = season === 'rain' || season === 'winter' ? OVERCAST[season][hour] : undefined
  const [top, middle, low] = random.pick(skies ?? air.sky)
  const { sun: clear, shade: dark } = air
  // Rain clouds make the light less colourful. Snow makes the sunlight paler.
  const sun =
    season === 'rain'
      ? mix(clear, '#c9d1d1', 0.22)
      : season === 'winter'
        ? mix(clear, '#f1f4fb', 0.55)
        : clear
  const shade = season === 'rain' ? mix(dark, '#9aa5ab', 0.22) : dark
  const haze = mix(low, middle, 0.35)
  return {
    season,
    hour,
    sky: { top, middle, low },
    haze,
    lamps: air.lamps,
    side: random.chance(0.5) ? -1 : 1,
    snow: season === 'winter',
    seen: remembered((colour, amount, far) => {
      const near = tint(colour, mix(shade, sun, amount))
      return far ? mix(near, haze, far) : near
    }),
  }
}

/** Memoises `see`, because a picture uses few colours, and uses each colour many times. */
function remembered(see: (colour: Colour, sun: number, far: number) => Colour): Light['seen'] {
  const known = new Map<string, Colour>()
  return (colour, sun = 1, far = 0) => {
    const key = `${colour} ${sun} ${far}`
    const colourSeen = known.get(key) ?? see(colour, sun, far)
    known.set(key, colourSeen)
    return colourSeen
  }
}
