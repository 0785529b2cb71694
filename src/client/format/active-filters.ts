import type { FilterName, ListingsParams } from '#client/data/listings-params.ts'
import { prefectureDisplay } from '#contract/prefectures.ts'
import { formatArea, formatPrice } from './format.ts'

/** An active filter as text, with its URL parameters. */
export interface ActiveFilter {
  text: string
  names: FilterName[]
}

/** The active filters of a search, such as `Kyoto` and `up to $50,000`. A range is one filter. */
export function activeFilters(params: ListingsParams): ActiveFilter[] {
  const { prefecture, city, floorPlan, constructionYearMin, constructionYearMax } = params
  const area = range(params.areaMin, params.areaMax, formatArea)
  const land = range(params.landAreaMin, params.landAreaMax, formatArea)
  const years = [
    constructionYearMin && `built after ${constructionYearMin}`,
    constructionYearMax && `built before ${constructionYearMax}`,
  ]
  const all: [text: string | undefined, ...names: FilterName[]][] = [
    [city, 'city'],
    [prefecture && prefectureDisplay(prefecture), 'prefecture'],
    [floorPlan, 'floorPlan'],
    [range(params.priceMin, params.priceMax, formatPrice), 'priceMin', 'priceMax'],
    [area && `building of ${area}`, 'areaMin', 'areaMax'],
    [land && `land of ${land}`, 'landAreaMin', 'landAreaMax'],
    [years.filter(Boolean).join(', '), 'constructionYearMin', 'constructionYearMax'],
  ]
  return all.flatMap(([text, ...names]) => (text ? { text, names } : []))
}

function range(
  min: number | undefined,
  max: number | undefined,
  format: (value: number) => string,
) {
  if (min !== undefined && max !== undefined) return `${format(min)} to ${format(max)}`
  if (min !== undefined) return `${format(min)} or more`
  return max === undefined ? undefined : `up to ${format(max)}`
}
