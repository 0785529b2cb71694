import * as z from 'zod/mini'

/** Makes a field optional. An invalid value counts as missing. */
const known = <S extends z.ZodMiniType>(schema: S) => z.catch(z.optional(schema), undefined)

const Named = z.object({
  km: z.number(),
  /** The name in English, such as `Okayama`. */
  en: z.string(),
  /** The name in Japanese, such as `岡山`. */
  ja: z.string(),
})

/**
 * The distances from a house to a station, an airport and the sea. The source may state the
 * distance to the station, and to the Shinkansen if this is the station. All other distances are straight lines from the coordinate of the
 * house's place, so these are only as precise as the coordinate. If only the prefecture is known,
 * the straight-line distances are missing.
 */
export const Distances = z.object({
  /**
   * How far the house may be from the coordinate of its place, in kilometres. Every straight-line
   * distance can be wrong by so much.
   */
  errorKm: known(z.number()),
  station: known(
    z.object({
      km: z.number(),
      /**
       * `source` means that the source of the listing states the distance. `coordinates` means that
       * the distance is a straight line from the house's place.
       */
      from: z.enum(['source', 'coordinates']),
      en: known(z.string()),
      ja: known(z.string()),
    }),
  ),
  /**
   * The station of the Shinkansen whose distance the source states (`isStated`). Otherwise, the
   * nearest station on the island of the house. If this island has none, the nearest station across
   * the sea, to which a straight line is no way.
   */
  shinkansen: known(
    z.extend(Named, {
      isStated: known(z.literal(true)),
      isAcrossTheSea: known(z.literal(true)),
    }),
  ),
  /** The nearest airport with scheduled flights abroad. */
  airport: known(Named),
  /** The distance to the coast, in whole kilometres. */
  sea: known(z.object({ km: z.number() })),
})
export type Distances = z.output<typeof Distances>
