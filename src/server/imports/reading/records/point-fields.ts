import type { RawRecord } from '#server/file-formats/row.ts'
import { parseDegrees, parsePoint, toPoint } from '#server/places/stated-point.ts'
import type { createFieldReader, ReadListing } from './fields.ts'

type Point = Pick<ReadListing, 'statedLatitude' | 'statedLongitude'>

export const NO_POINT: Point = { statedLatitude: null, statedLongitude: null }

/**
 * The point that a record states: in one field, or in two fields. A point that cannot be used is one
 * problem of the record.
 */
export function readPoint(
  record: RawRecord,
  { take, problems }: Pick<ReturnType<typeof createFieldReader>, 'take' | 'problems'>,
): { point: Point; isPointSwapped: boolean } {
  const [latitude, longitude] = (['Latitude', 'Longitude'] as const).map((field) =>
    field in record ? take(field, parseDegrees).value : null,
  )
  const inOne = 'Coordinates' in record ? withoutHeight(record.Coordinates) : undefined
  const together = inOne === undefined ? null : pointOfOneField(inOne)
  const isInTwo = typeof latitude === 'number' && typeof longitude === 'number'
  const value = isInTwo ? pointOfTwoFields() : (together ?? pointOfTwoFields())
  return value
    ? {
        point: { statedLatitude: value.latitude, statedLongitude: value.longitude },
        isPointSwapped: value.isSwapped,
      }
    : { point: NO_POINT, isPointSwapped: false }

  function pointOfOneField(text: unknown) {
    const found = take('Coordinates', parsePoint, text).value
    // GeoJSON states the longitude first.
    return found && { ...found, isSwapped: found.isSwapped && !Array.isArray(record.Coordinates) }
  }

  function pointOfTwoFields() {
    if (latitude === null && longitude === null) return null
    if (typeof latitude !== 'number' || typeof longitude !== 'number') {
      const [field, other] =
        typeof latitude === 'number' ? ['Latitude', 'longitude'] : ['Longitude', 'latitude']
      problems.push({ field, value: String(record[field]), reason: `has no ${other} beside it` })
      return null
    }
    const reading = toPoint(latitude, longitude)
    if (reading.kind === 'read') return reading.value
    const value = `${latitude}, ${longitude}`
    problems.push({ field: 'Coordinates', value, reason: reading.reason })
    return null
  }
}

/** The coordinates of GeoJSON are a list, whose third number is a height. */
function withoutHeight(value: unknown) {
  return Array.isArray(value) ? value.slice(0, 2).join(', ') : value
}
