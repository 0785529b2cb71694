import type { ListingsParams } from '#client/data/listings-params.ts'
import { formatArea, formatPrice } from '#client/format.ts'
import { prefectureDisplay } from '#contract/prefectures.ts'

const ORDERS = {
  oldest: 'oldest first',
  'price-asc': 'lowest price first',
  'price-desc': 'highest price first',
} satisfies Record<NonNullable<ListingsParams['sort']>, string>

/** A page of results in a few words: `Uji, Kyoto, 4LDK, up to $50,000, oldest first, page 2`. */
export function searchWords(params: ListingsParams) {
  const { prefecture, city, floorPlan, sort, pageSize, page } = params
  const land = range(params.landAreaMin, params.landAreaMax, formatArea)
  const words = [
    city,
    prefecture ? prefectureDisplay(prefecture) : 'All listings',
    floorPlan,
    range(params.priceMin, params.priceMax, formatPrice),
    range(params.areaMin, params.areaMax, formatArea),
    land && `land of ${land}`,
    params.constructionYearMin && `built after ${params.constructionYearMin}`,
    params.constructionYearMax && `built before ${params.constructionYearMax}`,
    sort && ORDERS[sort],
    pageSize && `${pageSize} to a page`,
    page && `page ${page}`,
  ]
  return words.filter(Boolean).join(', ')
}

function range(
  min: number | undefined,
  max: number | undefined,
  format: (value: number) => string,
) {
  if (min !== undefined && max !== undefined) return `${format(min)} to ${format(max)}`
  if (min !== undefined) return `${format(min)} or more`
  return max !== undefined && `up to ${format(max)}`
}
