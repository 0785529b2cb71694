import type { ColumnUnit, ListingField, Mapping } from '#contract/mapping.ts'

export function columnsOf(mapping: Mapping, field: ListingField) {
  const column = mapping.columns[field]?.column
  return column === undefined ? [] : [column].flat()
}

/** Reads a field from other columns, in the unit chosen before. */
export function withColumns(mapping: Mapping, field: ListingField, names: string[]): Mapping {
  const { [field]: before, ...others } = mapping.columns
  const [first, ...further] = names
  if (first === undefined) return { ...mapping, columns: others }
  const column = further.length === 0 ? first : names
  const unit = before?.unit
  return { ...mapping, columns: { ...others, [field]: { column, ...(unit && { unit }) } } }
}

export function withUnit(
  mapping: Mapping,
  field: ListingField,
  unit: ColumnUnit | undefined,
): Mapping {
  const { [field]: before, ...others } = mapping.columns
  if (!before) return mapping
  const { column } = before
  return { ...mapping, columns: { ...others, [field]: { column, ...(unit && { unit }) } } }
}

/** Sets the value of a field for the houses that state none. An empty value removes the default. */
export function withDefault(mapping: Mapping, field: ListingField, value: string): Mapping {
  const { [field]: _, ...others } = mapping.defaults ?? {}
  return { ...mapping, defaults: value === '' ? others : { ...others, [field]: value } }
}
