import { Link } from '@tanstack/react-router'
import { Bilingual } from '#client/ui/bilingual.tsx'
import type { SameHouse } from '#contract/inventory.ts'

/** One line about another listing that is or may be the same house, with a link to it. */
export function SameHouseLine({ other }: { other: SameHouse }) {
  const link = (
    <Link to="/admin/dashboard/listings/$id" params={{ id: other.id }}>
      the listing of <Bilingual>{other.source}</Bilingual>
    </Link>
  )
  switch (other.relation) {
    case 'shown':
      return <p>Searches show {link} instead, because it is the same house.</p>
    case 'folded':
      return <p>Searches show this listing instead of {link}, because it is the same house.</p>
    case 'waiting':
      return (
        <p>
          Another source lists what may be the same house: {link}. Decide under{' '}
          <Link to="/admin/dashboard/sources">Sources</Link>.
        </p>
      )
  }
}
