import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ActionButton } from '#client/components/action-button.tsx'
import { mutationToasts } from '#client/components/mutation-toasts.ts'
import { QueryBoundary } from '#client/components/query-boundary.tsx'
import { decideDuplicate, duplicatesQuery } from '#client/data/duplicates.ts'
import type { SourcesParams } from '#client/data/sources-params.ts'
import { formatLongDay } from '#client/format/days.ts'
import { formatNumber } from '#client/format/format.ts'
import { Bilingual } from '#client/ui/bilingual.tsx'
import { ButtonRow } from '#client/ui/button-row.tsx'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { Disclosure } from '#client/ui/disclosure.tsx'
import { focusPage } from '#client/ui/focus-page.ts'
import { Pager } from '#client/ui/pager.tsx'
import panel from '#client/ui/panel.module.css'
import { TitledSection } from '#client/ui/titled-section.tsx'
import { useShownParams } from '#client/ui/use-shown-params.ts'
import type { DuplicateState } from '#contract/choices.ts'
import {
  DUPLICATES_PER_PAGE,
  type DuplicatePair,
  type DuplicateSide,
} from '#contract/duplicates.ts'
import { DuplicateSides } from './duplicate-sides.tsx'
import styles from './duplicates-section.module.css'

/** Pairs of houses of different sources that may be the same house. */
export function DuplicatesSection({ params }: { params: SourcesParams }) {
  return (
    <TitledSection
      title="Duplicates"
      lead="Listings of different sources that may be the same house. Of the same house, searches show one listing with all its sources. Engawa shows listings with the same link as one house."
    >
      <Waiting params={params} />
      <Disclosure title="Decided" isLazy>
        <Decided params={params} />
      </Disclosure>
    </TitledSection>
  )
}

function Waiting({ params }: { params: SourcesParams }) {
  const query = useQuery(duplicatesQuery('waiting', params.waiting))
  return (
    <QueryBoundary query={query} failure="The duplicates could not be loaded">
      {({ results, total_count }) => (
        <div className={styles.pairs}>
          <p>{describeCount(total_count)}</p>
          {results.map((pair) => (
            <WaitingPair key={keyOf(pair)} pair={pair} />
          ))}
          <Pages list="waiting" params={params} total={total_count} query={query} />
        </div>
      )}
    </QueryBoundary>
  )
}

function describeCount(count: number) {
  if (count === 0) return 'No pair waits for a decision.'
  return count === 1
    ? '1 pair may be the same house.'
    : `${formatNumber(count)} pairs may be the same house.`
}

function WaitingPair({ pair }: { pair: DuplicatePair }) {
  const [first] = pair.sides
  return (
    <section className={panel.panel} aria-label={`${titleOf(first)}: the same house?`}>
      <DuplicateSides sides={pair.sides} />
      <ButtonRow>
        <Decide pair={pair} state="folded" label="Same House" />
        <Decide pair={pair} state="different" label="Different Houses" />
      </ButtonRow>
    </section>
  )
}

interface DecideProps {
  pair: DuplicatePair
  state: DuplicateState
  label: string
}

const DONE: Record<DuplicateState, string> = {
  folded: 'Searches show this house once',
  different: 'Engawa will not ask about these houses again',
  waiting: 'Decision undone',
}

function Decide({ pair: { sides, state: seen }, state, label }: DecideProps) {
  const { mutate, isPending } = useMutation({
    ...decideDuplicate,
    ...mutationToasts({
      success: DONE[state],
      failure: 'The decision could not be saved',
      // The pair leaves the list with its buttons, and would take the focus with it.
      onSuccess: focusPage,
    }),
  })
  const [one, other] = sides
  return (
    <ActionButton
      variant="outline"
      aria-label={`${label}: ${titleOf(one)}, ${one.source} and ${other.source}`}
      isPending={isPending}
      onClick={({ detail }) =>
        detail <= 1 && mutate({ one: one.listing._id, other: other.listing._id, seen, state })
      }
    >
      {label}
    </ActionButton>
  )
}

function Decided({ params }: { params: SourcesParams }) {
  const query = useQuery(duplicatesQuery('decided', params.decided))
  return (
    <QueryBoundary query={query} failure="The decisions could not be loaded">
      {({ results, total_count }) => (
        <div className={styles.pairs}>
          {total_count === 0 ? (
            <p className="soft">Nothing has been decided yet.</p>
          ) : (
            <DataTable label="Decided" columns={COLUMNS} rows={results} keyOf={keyOf} />
          )}
          <Pages list="decided" params={params} total={total_count} query={query} />
        </div>
      )}
    </QueryBoundary>
  )
}

const COLUMNS: Column<DuplicatePair>[] = [
  {
    label: 'Listings',
    cell: ({ sides }) => (
      <ul className={styles.titles}>
        {sides.map((side) => (
          <li key={side.listing._id}>
            <Title side={side} />
          </li>
        ))}
      </ul>
    ),
  },
  {
    label: 'Decision',
    cell: ({ state }) => (state === 'folded' ? 'Same house' : 'Different houses'),
  },
  {
    label: 'Decided',
    cell: ({ decided_by, at }) =>
      decided_by === null
        ? `${formatLongDay(at)}, by the same link`
        : `${formatLongDay(at)} by ${decided_by}`,
  },
  {
    label: 'Actions',
    isActions: true,
    cell: (pair) => <Decide pair={pair} state="waiting" label="Undo" />,
  },
]

function Title({ side }: { side: DuplicateSide }) {
  return (
    <>
      <Link to="/admin/dashboard/listings/$id" params={{ id: side.listing._id }}>
        <Bilingual>{titleOf(side)}</Bilingual>
      </Link>
      <span className="soft">{`, ${side.source}`}</span>
    </>
  )
}

function titleOf({ listing }: DuplicateSide) {
  return listing.title ?? listing._id
}

function keyOf({ sides }: DuplicatePair) {
  return sides.map(({ listing }) => listing._id).join(' ')
}

interface PagesProps {
  list: 'waiting' | 'decided'
  params: SourcesParams
  total: number
  query: { isPlaceholderData: boolean }
}

function Pages({ list, params, total, query }: PagesProps) {
  const shownPage = useShownParams(params[list] ?? 1, query)
  const navigate = useNavigate({ from: '/admin/dashboard/sources' })
  if (total <= DUPLICATES_PER_PAGE && shownPage === 1) return null
  return (
    <Pager
      of={list === 'waiting' ? 'pairs' : 'decisions'}
      page={shownPage}
      pageSize={DUPLICATES_PER_PAGE}
      total={total}
      onPage={(page) =>
        void navigate({
          search: { ...params, [list]: page > 1 ? page : undefined },
          resetScroll: false,
        })
      }
    />
  )
}
