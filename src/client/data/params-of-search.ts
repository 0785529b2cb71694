import * as z from 'zod/mini'
import { SORTS } from './listing-search.ts'
import { type ListingsParams, parseListingsParams } from './listings-params.ts'

const SearchFields = z.catch(z.record(z.string(), z.unknown()), {})

/** Converts the parameters of an API search to the URL parameters of the results page. */
export function paramsOf(search: unknown): ListingsParams {
  const fields = SearchFields.parse(search)
  const [sort] =
    Object.entries(SORTS).find(
      ([, { sort_by, sort_order }]) =>
        sort_by === fields.sort_by && sort_order === fields.sort_order,
    ) ?? []
  return parseListingsParams({
    prefecture: fields.prefecture,
    city: fields.city,
    floorPlan: fields.layout,
    priceMin: fields.sale_price_min,
    priceMax: fields.sale_price_max,
    currency: fields.sale_price_currency,
    areaMin: fields.building_area_min,
    areaMax: fields.building_area_max,
    landAreaMin: fields.land_area_min,
    landAreaMax: fields.land_area_max,
    constructionYearMin: fields.construction_year_min,
    constructionYearMax: fields.construction_year_max,
    marks: fields.marks,
    region: fields.region,
    place: fields.place,
    near: fields.near,
    within: fields.within,
    area: fields.area,
    stationMax: fields.station_max,
    shinkansenMax: fields.shinkansen_max,
    airportMax: fields.airport_max,
    seaMax: fields.sea_max,
    sort,
    page: fields.page,
    pageSize: fields.limit,
  })
}
