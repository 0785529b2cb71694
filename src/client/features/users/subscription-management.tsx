import { Button } from '@chakra-ui/react/button'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { ActionButton } from '#client/components/action-button.tsx'
import { QueryBoundary } from '#client/components/query-boundary.tsx'
import { StatusBadge } from '#client/components/status-badge.tsx'
import { subscriptionsQuery } from '#client/data/users.ts'
import type { PeopleParams } from '#client/data/users-params.ts'
import { capitalise } from '#client/format/format.ts'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { Select } from '#client/ui/field.tsx'
import { PencilIcon } from '#client/ui/icons.tsx'
import { Pager } from '#client/ui/pager.tsx'
import { SearchField } from '#client/ui/search-field.tsx'
import { Tag } from '#client/ui/tag.tsx'
import { useShownParams } from '#client/ui/use-shown-params.ts'
import { SUBSCRIPTION_STATUSES } from '#contract/choices.ts'
import { USERS_PAGE_SIZE, type UserSubscription } from '#contract/users.ts'
import { describeObjection } from './describe-subscription.ts'
import { EditSubscription } from './edit-subscription.tsx'
import { LoadingRows, NoRows } from './rows.tsx'
import { useFailureToast } from './use-failure-toast.ts'
import styles from './users.module.css'

interface SubscriptionManagementProps {
  params: PeopleParams
  onShow: (changes: Record<string, unknown>) => void
}

export function SubscriptionManagement({ params, onShow }: SubscriptionManagementProps) {
  const query = useQuery(subscriptionsQuery(params))
  const shownPage = useShownParams(params.subscriberPage ?? 1, query)
  useFailureToast(query, 'Failed to load subscriptions')
  const [edited, setEdited] = useState<UserSubscription>()
  const headingId = useId()
  const first = { subscriberPage: undefined }

  return (
    <section className={styles.section} aria-labelledby={headingId}>
      <h2 id={headingId}>Subscription Management</h2>
      <div className={styles.toolbar}>
        <SearchField
          className={styles.search}
          label="Search by email"
          value={params.subscriber ?? ''}
          onSearch={(subscriber) => onShow({ subscriber, ...first })}
        />
        <Select
          label="Show"
          value={params.status ?? ''}
          onChange={({ currentTarget: { value: status } }) => onShow({ status, ...first })}
        >
          <option value="">All subscriptions</option>
          {SUBSCRIPTION_STATUSES.map((status) => (
            <option key={status} value={status}>
              {capitalise(status)}
            </option>
          ))}
        </Select>
      </div>
      <QueryBoundary
        query={query}
        failure="The subscriptions could not be loaded"
        loading={<LoadingRows>Loading subscriptions...</LoadingRows>}
        hasOfflineNotice
      >
        {({ rows, total }) => (
          <>
            {rows.length > 0 ? (
              <DataTable
                label="Subscriptions"
                columns={columns(setEdited)}
                rows={rows}
                keyOf={({ user_id: id }) => id}
                sorting={{
                  by: params.subscriberSort ?? 'email',
                  order: params.subscriberOrder ?? 'asc',
                }}
                onSort={({ by: subscriberSort, order: subscriberOrder }) =>
                  onShow({ subscriberSort, subscriberOrder, ...first })
                }
                isStale={query.isPlaceholderData}
              />
            ) : (
              <NoRows of="subscriptions" total={total}>
                {total > 0 ? (
                  <Button variant="outline" onClick={() => onShow(first)}>
                    Go to page 1
                  </Button>
                ) : (
                  <p>No subscription matches your search.</p>
                )}
              </NoRows>
            )}
            {total > 0 && (
              <Pager
                of="subscriptions"
                page={shownPage}
                pageSize={USERS_PAGE_SIZE}
                total={total}
                onPage={(subscriberPage) => onShow({ subscriberPage })}
              />
            )}
          </>
        )}
      </QueryBoundary>
      <EditSubscription subscription={edited} onClose={() => setEdited(undefined)} />
    </section>
  )
}

function columns(onEdit: (subscription: UserSubscription) => void): Column<UserSubscription>[] {
  return [
    {
      label: 'User Email',
      sort: 'email',
      cell: ({ email }) => <span translate="no">{email}</span>,
    },
    { label: 'Status', sort: 'status', cell: (subscription) => <Standing {...subscription} /> },
    { label: 'Plan', sort: 'plan', cell: ({ plan }) => capitalise(plan) },
    {
      label: 'Actions',
      isActions: true,
      cell: (subscription) => (
        <div className={styles.actions}>
          <ActionButton
            variant="ghost"
            className={styles.icon}
            aria-label={`Edit subscription for ${subscription.email}`}
            onClick={() => onEdit(subscription)}
          >
            <PencilIcon />
          </ActionButton>
        </div>
      ),
    },
  ]
}

/** The status, and what an administrator should know beside it. */
function Standing(subscription: UserSubscription) {
  const objection = describeObjection(subscription)
  return (
    <span className={styles.standing}>
      <StatusBadge status={subscription.status} />
      {subscription.is_paused && <Tag tone="doubtful">Payments are paused</Tag>}
      {objection && <Tag tone="doubtful">{objection.label}</Tag>}
    </span>
  )
}
