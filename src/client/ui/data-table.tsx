import { TableRoot } from '@chakra-ui/react/table'
import type { ReactNode } from 'react'
import { Bilingual } from './bilingual.tsx'
import { ChevronDownIcon } from './icons.tsx'

export interface Column<Row> {
  /** The heading of the column, repeated beside each cell in a narrow window. */
  label: string
  cell: (row: Row) => ReactNode
  /** The name of the sort order in the URL. */
  sort?: string
  /** Whether the column has numbers, which are aligned to the right. */
  isNumber?: boolean
  /** Whether the column has buttons, which need no label in a narrow window. */
  isActions?: boolean
}

interface Sorting {
  by: string
  order: 'asc' | 'desc'
}

interface DataTableProps<Row> {
  /** The table's name for screen readers. */
  label: string
  columns: Column<Row>[]
  rows: Row[]
  keyOf: (row: Row) => string
  sorting?: Sorting
  onSort?: (sorting: Sorting) => void
  /** Whether the table still shows the previous rows while new rows load. */
  isStale?: boolean
}

/** Tables with more columns become cards on a tablet. */
const MAX_TABLET_COLUMNS = 4

/**
 * A table. If the window is too narrow for the columns, each row becomes a card with the first
 * column as its title. With `native`, Chakra styles plain elements, because a component for each of
 * 250 cells would be slow to render.
 */
export function DataTable<Row>({
  label,
  columns,
  rows,
  keyOf,
  sorting,
  onSort,
  isStale = false,
}: DataTableProps<Row>) {
  return (
    <TableRoot
      native
      size={columns.length > MAX_TABLET_COLUMNS ? 'lg' : 'md'}
      aria-label={label}
      aria-busy={isStale}
    >
      <thead>
        <tr>
          {columns.map((column) => (
            <Head key={column.label} column={column} sorting={sorting} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map((column) => (
              <td key={column.label} data-label={column.label} data-kind={kindOf(column)}>
                {inItsLanguage(column.cell(row))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </TableRoot>
  )
}

function inItsLanguage(content: ReactNode) {
  return typeof content === 'string' ? <Bilingual>{content}</Bilingual> : content
}

interface HeadProps<Row> extends Pick<DataTableProps<Row>, 'sorting' | 'onSort'> {
  column: Column<Row>
}

function Head<Row>({ column, sorting, onSort }: HeadProps<Row>) {
  const { label, sort } = column
  if (!sort || !onSort) {
    return (
      <th data-kind={kindOf(column)} scope="col">
        {label}
      </th>
    )
  }
  const order = sorting?.by === sort ? sorting.order : undefined
  return (
    <th
      data-kind={kindOf(column)}
      scope="col"
      aria-sort={order && (order === 'asc' ? 'ascending' : 'descending')}
    >
      <button
        type="button"
        onClick={() => onSort({ by: sort, order: order === 'asc' ? 'desc' : 'asc' })}
      >
        <span>{label}</span>
        {order && <ChevronDownIcon />}
      </button>
    </th>
  )
}

/** The kind of a column. `theme/recipes/table.ts` has separate styles for each kind. */
function kindOf<Row>({ isNumber, isActions }: Column<Row>) {
  if (isActions) return 'actions'
  return isNumber ? 'number' : undefined
}
