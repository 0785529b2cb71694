import { type ReactNode, useState } from 'react'
import type { Listing } from '#client/data/to-listing.ts'
import { Bilingual } from '#client/ui/bilingual.tsx'
import type { CompareGroup, CompareRow } from './compare-rows.ts'
import styles from './compare-table.module.css'

/** A line with more characters than this is folded, so that it does not push other rows away. */
const LONG_LINE = 280

export interface ShownHouses {
  listings: Listing[]
  /** Whether the table shows rows whose values are the same for all houses. */
  showsSame: boolean
}

interface GroupProps extends ShownHouses {
  group: CompareGroup
  /** Additional rows below the rows of `group`. */
  children?: ReactNode
}

/** Rows of the comparison below a common heading. */
export function Group({ group, listings, showsSame, children }: GroupProps) {
  const { heading, rows, absent } = group
  const shown = rows.filter(({ isSame }) => showsSame || !isSame)
  if (shown.length === 0 && !children) return null
  return (
    <tbody>
      <tr>
        <th className={styles.group} scope="rowgroup" colSpan={listings.length + 1}>
          <span>{heading}</span>
        </th>
      </tr>
      {shown.map((row) => (
        <Row key={row.id} row={row} absent={absent} listings={listings} />
      ))}
      {children}
    </tbody>
  )
}

interface RowProps {
  row: CompareRow
  absent: string
  listings: Listing[]
}

function Row({ row, absent, listings }: RowProps) {
  const isStrong = listings.length > 1 && !row.isSame
  return (
    <tr className={isStrong ? styles.differs : undefined}>
      <th className={styles.name} scope="row">
        <Bilingual>{row.name}</Bilingual>
      </th>
      {listings.map(({ id }, at) => (
        <Cell key={id} lines={row.cells[at] ?? []} absent={absent} />
      ))}
    </tr>
  )
}

function Cell({ lines, absent }: { lines: string[]; absent: string }) {
  if (lines.length === 0) return <td className={styles.unknown}>{absent}</td>
  return (
    <td className={styles.cell}>
      {lines.map((line) =>
        line.length > LONG_LINE ? (
          <LongLine key={line}>{line}</LongLine>
        ) : (
          <span key={line} className={styles.line}>
            <Bilingual>{line}</Bilingual>
          </span>
        ),
      )}
    </td>
  )
}

/** The beginning of a long text, with a button that unfolds the rest. Paper shows the whole text. */
function LongLine({ children: text }: { children: string }) {
  const [isUnfolded, setUnfolded] = useState(false)
  return (
    <>
      <span className={isUnfolded ? styles.line : styles.folded}>
        <Bilingual>{text}</Bilingual>
      </span>
      <button
        className={styles.unfold}
        type="button"
        aria-expanded={isUnfolded}
        onClick={() => setUnfolded(!isUnfolded)}
      >
        {isUnfolded ? 'Show less' : 'Show all'}
      </button>
    </>
  )
}
