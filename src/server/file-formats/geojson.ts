import { isRecord, type RawRecord } from './row.ts'

/** The names under which a record has the coordinate of a point. */
const LATITUDE = 'latitude'
const LONGITUDE = 'longitude'
/**
 * The field in which a record states the kind of a geometry that is no point, such as `Polygon`. It
 * cannot be read as a point, so the report counts it.
 */
const OTHER_GEOMETRY = 'coordinates'

/**
 * Turns a feature of GeoJSON (RFC 7946) into a record of its properties, its id and the coordinate
 * of its point. Returns other records as they are. A property keeps its value if it has the name of
 * one of these.
 */
export function fromFeature(record: RawRecord): RawRecord {
  if (record.type !== 'Feature' || !isRecord(record.properties)) return record
  const { id, properties, geometry } = record
  return {
    ...(typeof id === 'string' || typeof id === 'number' ? { id } : {}),
    ...pointOf(geometry),
    ...properties,
  }
}

function pointOf(geometry: unknown): RawRecord {
  if (!isRecord(geometry)) return {}
  const { type, coordinates } = geometry
  const [longitude, latitude]: unknown[] = Array.isArray(coordinates) ? coordinates : []
  return type === 'Point' && typeof longitude === 'number' && typeof latitude === 'number'
    ? { [LATITUDE]: latitude, [LONGITUDE]: longitude }
    : { [OTHER_GEOMETRY]: `${type}` }
}
