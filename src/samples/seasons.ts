import type { Season } from './drawing/light.ts'
import type { Random } from './random.ts'
import type { Climate } from './where.ts'

/**
 * The share of houses whose first picture shows the season in which the house was listed. The first
 * pictures of all other houses show an earlier season.
 */
const FRESH = 0.65
const MONTH = 30 * 86_400_000

/** The season of the first picture. */
export function seasonOf(listedAt: Date, climate: Climate, random: Random): Season {
  const earlier = random.chance(FRESH) ? 0 : random.whole(2, 8)
  return seasonAt(new Date(listedAt.getTime() - earlier * MONTH), climate)
}

const YEAR: readonly Season[] = [
  'winter',
  'winter',
  'spring',
  'spring',
  'spring',
  'rain',
  'summer',
  'summer',
  'autumn',
  'autumn',
  'autumn',
  'winter',
]

function seasonAt(date: Date, climate: Climate): Season {
  const season = YEAR[date.getUTCMonth()] ?? 'summer'
  if (climate === 'subtropical') return season === 'rain' ? 'rain' : 'summer'
  // Winter pictures contain snow, so mild places show autumn instead.
  return season === 'winter' && climate === 'mild' ? 'autumn' : season
}
