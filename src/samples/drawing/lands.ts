export const LANDS = [
  'valley',
  'terraces',
  'plain',
  'alps',
  'volcano',
  'coast',
  'lake',
  'town',
  'tea',
] as const
export type Land = (typeof LANDS)[number]

export const isLand = (word: string): word is Land => LANDS.some((land) => land === word)
