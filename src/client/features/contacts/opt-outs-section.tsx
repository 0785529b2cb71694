import { Button } from '@chakra-ui/react/button'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { QueryBoundary } from '#client/components/query-boundary.tsx'
import { optOutsQuery } from '#client/data/opt-outs.ts'
import { formatLongDay } from '#client/format/days.ts'
import { Bilingual } from '#client/ui/bilingual.tsx'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { Select } from '#client/ui/field.tsx'
import { TitledSection } from '#client/ui/titled-section.tsx'
import type { OptOut } from '#contract/opt-outs.ts'
import type { NamedTarget } from './opt-out-dialog.tsx'
import styles from './opt-outs-section.module.css'

interface OptOutsSectionProps {
  /** Asks whether to hide or show the houses. */
  onChoose: (target: NamedTarget) => void
}

export function OptOutsSection({ onChoose }: OptOutsSectionProps) {
  const query = useQuery(optOutsQuery)
  return (
    <TitledSection
      title="Opt-outs"
      lead="Municipalities and sources that do not want their houses to be shown. Nobody sees these houses, and imports keep them hidden."
    >
      <QueryBoundary query={query} failure="The opt-outs could not be loaded">
        {({ results, sources }) => (
          <>
            {results.length > 0 ? (
              <OptOutsTable rows={results} onChoose={onChoose} />
            ) : (
              <p className="soft">Nobody has opted out.</p>
            )}
            {sources.length > 0 && <SourceChoice sources={sources} onChoose={onChoose} />}
          </>
        )}
      </QueryBoundary>
    </TitledSection>
  )
}

function OptOutsTable({ rows, onChoose }: OptOutsSectionProps & { rows: OptOut[] }) {
  const columns: Column<OptOut>[] = [
    { label: 'Name', cell: ({ name }) => <Bilingual>{name}</Bilingual> },
    { label: 'Kind', cell: ({ kind }) => (kind === 'source' ? 'Source' : 'Municipality') },
    {
      label: 'Hidden houses',
      isNumber: true,
      cell: ({ house_count }) => house_count.toLocaleString('en'),
    },
    { label: 'Why', cell: ({ note }) => note },
    { label: 'Recorded', cell: ({ at, by }) => `${formatLongDay(at)} by ${by}` },
    {
      label: 'Actions',
      isActions: true,
      cell: ({ kind, key, name }) => (
        <Button
          variant="outline"
          aria-label={`Show houses again: ${name}`}
          onClick={() => onChoose({ kind, key, name, optedOut: true })}
        >
          Show houses again
        </Button>
      ),
    },
  ]
  return (
    <DataTable
      label="Opt-outs"
      columns={columns}
      rows={rows}
      keyOf={({ kind, key }) => `${kind} ${key}`}
    />
  )
}

/** Chooses a source that has not opted out. Municipalities are chosen in the list of contacts. */
function SourceChoice({ sources, onChoose }: OptOutsSectionProps & { sources: string[] }) {
  const [first = ''] = sources
  const [chosen, setChosen] = useState(first)
  const name = sources.includes(chosen) ? chosen : first
  return (
    <div className={styles.source}>
      <Select
        label="Source"
        value={name}
        onChange={({ currentTarget: { value } }) => setChosen(value)}
      >
        {sources.map((source) => (
          <option key={source}>{source}</option>
        ))}
      </Select>
      <Button
        variant="outline"
        onClick={() => onChoose({ kind: 'source', key: name, name, optedOut: false })}
      >
        Hide houses
      </Button>
    </div>
  )
}
