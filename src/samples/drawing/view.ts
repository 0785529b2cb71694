import type { Random } from '../random.ts'
import { type Colour, mix } from './colour.ts'
import type { Light } from './light.ts'
import type { Sheet } from './sheet.ts'
import { leafGreen } from './trees.ts'

/** What the land behind a house is drawn from. */
export interface View {
  sheet: Sheet
  light: Light
  random: Random
  /** Where land and sky meet on the sheet. */
  horizon: number
  /** Where the level ground ends: at the foot of a hill, at a shore, at the horizon. */
  foot: number
  /** 1 for a house close by, more where the land has the stage. */
  grand: number
}

export const woodColour = (light: Light): Colour =>
  light.snow
    ? '#8b9aa3'
    : light.season === 'autumn'
      ? '#7f8a4c'
      : mix(leafGreen(light), '#3f6b4d', 0.45)
