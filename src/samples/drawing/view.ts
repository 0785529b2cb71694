import type { Random } from '../random.ts'
import { type Colour, mix } from './colour.ts'
import type { Light } from './light.ts'
import type { Sheet } from './sheet.ts'
import { leafGreen } from './trees.ts'

/** The context for drawing the land behind a house. */
export interface View {
  sheet: Sheet
  light: Light
  random: Random
  /** The y of the horizon on the sheet. */
  horizon: number
  /** The y coordinate where the flat ground ends: at a hill, a shore or the horizon. */
  foot: number
  /**
   * The relative size of hills and mountains in the background. Larger if the picture shows more of
   * the landscape.
   */
  grand: number
}

export const woodColour = (light: Light): Colour =>
  light.snow
    ? '#8b9aa3'
    : light.season === 'autumn'
      ? '#7f8a4c'
      : mix(leafGreen(light), '#3f6b4d', 0.45)
