/** The number of listings in a city. `city` is the name in English, or as the source writes it. */
export interface CityCount {
  prefecture: string
  city: string
  count: number
}

/** The number of listings of a place. `place` is null where only the prefecture is known. */
export interface PlaceCount {
  prefecture: string | null
  place: string | null
  count: number
}
