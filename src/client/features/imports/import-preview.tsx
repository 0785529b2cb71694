import { useQuery } from '@tanstack/react-query'
import { importColumnsQuery } from '#client/data/imports.ts'
import { formatArea, formatPrice, formatYen } from '#client/format/format.ts'
import { Bilingual } from '#client/ui/bilingual.tsx'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import type { Import } from '#contract/imports.ts'
import type { PreviewRow } from '#contract/mapping.ts'
import { prefectureDisplay } from '#contract/prefectures.ts'
import styles from './imports.module.css'

/** The first houses of a file, as its last check has read them, so that a wrong unit is seen. */
export function ImportPreview({ known }: { known: Import }) {
  const { data, isPlaceholderData } = useQuery(importColumnsQuery(known))
  if (!data || data.preview.length === 0) return null
  return (
    <section className={styles.rows} aria-labelledby="preview">
      <h3 id="preview">The first houses</h3>
      <DataTable
        label="The first houses"
        columns={COLUMNS}
        rows={data.preview.map((row, at) => ({ ...row, at }))}
        // In a file of one line, all records have the same line number.
        keyOf={({ at }) => String(at)}
        isStale={isPlaceholderData}
      />
    </section>
  )
}

const UNKNOWN = '–'

const COLUMNS: Column<PreviewRow>[] = [
  { label: 'House', cell: describeHouse },
  { label: 'Place', cell: (row) => <Bilingual>{describePlace(row)}</Bilingual> },
  { label: 'Price', isNumber: true, cell: describePrice },
  { label: 'House area', isNumber: true, cell: ({ building_area }) => showArea(building_area) },
  { label: 'Land area', isNumber: true, cell: ({ land_area }) => showArea(land_area) },
  { label: 'Year built', isNumber: true, cell: (row) => String(row.construction_year ?? UNKNOWN) },
]

function describeHouse({ line, obstacle, property_type, layout }: PreviewRow) {
  if (obstacle !== null) return `Line ${line} is not imported. ${obstacle}`
  return [property_type ?? 'Kind unknown', layout].filter(Boolean).join(', ')
}

function describePlace({ location, city, prefecture }: PreviewRow) {
  const place = [location ?? city, prefecture && prefectureDisplay(prefecture)]
  return place.filter(Boolean).join(', ') || UNKNOWN
}

function describePrice({ sale_price_yen, sale_price, rent_yen }: PreviewRow) {
  if (sale_price_yen !== null) return formatYen(sale_price_yen)
  if (sale_price !== null) return formatPrice(sale_price)
  return rent_yen === null ? UNKNOWN : `${formatYen(rent_yen)} a month`
}

function showArea(area: number | null) {
  return area === null ? UNKNOWN : formatArea(area)
}
