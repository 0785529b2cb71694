import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { QueryBoundary } from '#client/components/query-boundary.tsx'
import { inventoryQuery } from '#client/data/inventory.ts'
import type { InventoryParams } from '#client/data/inventory-params.ts'
import { capitalise } from '#client/format/format.ts'
import { Select } from '#client/ui/field.tsx'
import { Pager } from '#client/ui/pager.tsx'
import { SearchField } from '#client/ui/search-field.tsx'
import { TitledSection } from '#client/ui/titled-section.tsx'
import { useShownParams } from '#client/ui/use-shown-params.ts'
import { INVENTORY_STATES } from '#contract/choices.ts'
import { INVENTORY_PAGE_SIZE } from '#contract/inventory.ts'
import styles from './inventory-page.module.css'
import { InventoryTable } from './inventory-table.tsx'

/** The dashboard section with all listings, including hidden and withdrawn ones. */
export function InventoryPage({ params }: { params: InventoryParams }) {
  const query = useQuery(inventoryQuery(params))
  const shownPage = useShownParams(params.page ?? 1, query)
  const navigate = useNavigate({ from: '/admin/dashboard/listings' })
  const turnTo = (page: number) =>
    void navigate({ search: { ...params, page: page > 1 ? page : undefined } })
  const narrow = (changes: InventoryParams) =>
    void navigate({
      search: { ...params, page: undefined, ...changes },
      // Keep the scroll position, so that the pressed control does not move away.
      resetScroll: false,
    })
  return (
    <TitledSection
      title="Listings"
      lead="The whole catalogue: offered, withdrawn and hidden listings."
    >
      <Filters params={params} sources={query.data?.sources ?? []} onChange={narrow} />
      <QueryBoundary query={query} failure="The listings could not be loaded">
        {({ results, total_count }) => (
          <>
            <InventoryTable
              rows={results}
              total={total_count}
              params={params}
              isStale={query.isPlaceholderData}
              onChange={narrow}
            />
            <Pager
              of="listings"
              page={shownPage}
              pageSize={INVENTORY_PAGE_SIZE}
              total={total_count}
              onPage={turnTo}
            />
          </>
        )}
      </QueryBoundary>
    </TitledSection>
  )
}

interface FiltersProps {
  params: InventoryParams
  sources: string[]
  onChange: (changes: InventoryParams) => void
}

function Filters({ params, sources, onChange }: FiltersProps) {
  const { search = '', state, source = '' } = params
  // Add the source in the URL to the choices, even if no such source exists. Otherwise the field
  // could not show the active filter.
  const all = [...new Set([...sources, ...(source ? [source] : [])])]
  return (
    <div className={styles.filters}>
      <SearchField
        className={styles.search}
        label="Id, place, phone or URL"
        value={search}
        onSearch={(text) => onChange({ search: text || undefined })}
      />
      <Select
        label="State"
        value={state ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ state: INVENTORY_STATES.find((name) => name === value) })
        }
      >
        <option value="">Every state</option>
        {INVENTORY_STATES.map((name) => (
          <option key={name} value={name}>
            {capitalise(name)}
          </option>
        ))}
      </Select>
      <Select
        label="Source"
        value={source}
        onChange={({ currentTarget: { value } }) => onChange({ source: value || undefined })}
      >
        <option value="">Every source</option>
        {all.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </Select>
    </div>
  )
}
