/** The units that areas are shown in, each with its size in square metres. */
export const AREA_UNITS = {
  m2: { name: 'm²', squareMetres: 1 },
  tsubo: { name: 'tsubo', squareMetres: 400 / 121 },
  sqft: { name: 'sq ft', squareMetres: 0.09290304 },
} as const
export type AreaUnit = keyof typeof AREA_UNITS

export const AREA_UNIT_CODES = Object.keys(AREA_UNITS) as [AreaUnit, ...AreaUnit[]]
