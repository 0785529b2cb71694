/**
 * What has happened to a house, the most important first: `new` and `back` concern saved searches,
 * `gone` concerns favorites, and the others concern both. `changed` means other facts, more photos,
 * or a price that was stated or removed. Pages read this file before the schema library has loaded.
 */
export const NEWS_KINDS = ['cheaper', 'new', 'back', 'gone', 'dearer', 'changed'] as const
export type NewsKind = (typeof NEWS_KINDS)[number]

export const NEWS_HEADINGS: Record<NewsKind, string> = {
  cheaper: 'Cheaper',
  new: 'New',
  back: 'Offered again',
  gone: 'No longer offered',
  dearer: 'More expensive',
  changed: 'Changed',
}

interface NewsSources {
  favorite: boolean
  searches: { name: string }[]
}

/** Why a person is told of a house: `In your favorites`, `In your search “Kyoto”`. */
export function newsReasons({ favorite, searches }: NewsSources) {
  const names = searches.map(({ name }) => `“${name}”`).join(', ')
  return [
    ...(favorite ? ['In your favorites'] : []),
    ...(names ? [`In your ${searches.length === 1 ? 'search' : 'searches'} ${names}`] : []),
  ]
}
