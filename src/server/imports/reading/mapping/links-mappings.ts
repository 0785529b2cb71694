import { LINKS_COLUMNS } from '../records/links.ts'
import { LINKS_FACT_COLUMNS } from '../records/links-facts.ts'
import type { FieldMapping } from './mapping.ts'

const SPECIFIED = [...LINKS_COLUMNS, ...LINKS_FACT_COLUMNS]
const bySpecification = Object.fromEntries(SPECIFIED.map((column) => [column, { column }]))

/**
 * The two headers of the akiya bank's open data: the one of the published file, in which eight
 * columns have a wrong name, and the one of the specification.
 */
const PUBLISHED_HEADER: FieldMapping = {
  columns: {
    ...bySpecification,
    DISTANCE_TO_ELEMENTARY_SCHOOL: { column: 'FOR_OFFICE_USE' },
    DISTANCE_TO_JUNIOR_HIGH_SCHOOL: { column: 'INTERIOR_CUSTOMIZABILITY' },
    DISTANCE_TO_CONVENIENCE_STORE: { column: 'DISTANCE_TO_ELEMENTARY_SCHOOL' },
    DISTANCE_TO_SUPERMARKET: { column: 'DISTANCE_TO_JUNIOR_HIGH_SCHOOL' },
    DISTANCE_TO_DRUG_STORE: { column: 'DISTANCE_TO_SUPERMARKET' },
    DISTANCE_TO_HOSPITAL: { column: 'DISTANCE_TO_SHOPPING_DISTRICT' },
    DISTANCE_TO_PARK: { column: 'DISTANCE_TO_DRUG_STORE' },
    DISTANCE_TO_BANK: { column: 'DISTANCE_TO_HOSPITAL' },
  },
}
const SPECIFIED_HEADER: FieldMapping = { columns: bySpecification }

/** The mapping of a file of the akiya bank. Null for another file. */
export function linksMapping(header: readonly string[]): FieldMapping | null {
  if (!LINKS_COLUMNS.every((column) => header.includes(column))) return null
  return header.includes('FOR_OFFICE_USE') ? PUBLISHED_HEADER : SPECIFIED_HEADER
}
