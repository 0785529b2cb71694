import { hasJapanese } from '#contract/japanese.ts'
import { prefectureDisplay } from '#contract/prefectures.ts'
import { type TitleFacts, titleParts, titlesOf } from '#search/titles.ts'

/**
 * The names of listings in the dashboard. The name is the address if the address contains no
 * Japanese. Otherwise the name is an English title.
 */
export function inventoryTitles(rows: TitleFacts[]): string[] {
  const titles = titlesOf(rows.map(titleParts))
  return rows.map((row, at) => {
    const { location, propertyType, prefecture } = row
    if (location !== null && !hasJapanese(location)) return location
    const title = titles[at]
    if (title !== undefined && !hasJapanese(title)) return title
    const type = propertyType === null || hasJapanese(propertyType) ? 'Property' : propertyType
    return prefecture ? `${type} in ${prefectureDisplay(prefecture)}` : row.id
  })
}

export function inventoryTitle(row: TitleFacts) {
  return inventoryTitles([row])[0] ?? row.id
}
