import { Button } from '@chakra-ui/react/button'
import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { ActionButton } from '#client/components/action-button.tsx'
import { QueryBoundary } from '#client/components/query-boundary.tsx'
import { usersQuery } from '#client/data/users.ts'
import type { PeopleParams } from '#client/data/users-params.ts'
import { capitalise } from '#client/format/format.ts'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { Pager } from '#client/ui/pager.tsx'
import { SearchField } from '#client/ui/search-field.tsx'
import { Tag } from '#client/ui/tag.tsx'
import { useShownParams } from '#client/ui/use-shown-params.ts'
import { USERS_PAGE_SIZE, type UserSummary } from '#contract/users.ts'
import { LoadingRows, NoRows } from './rows.tsx'
import { useFailureToast } from './use-failure-toast.ts'
import { type Question, UserActions } from './user-actions.tsx'
import { BlockUser, CreateUser, DeleteUser, EditUser } from './user-dialogs.tsx'
import styles from './users.module.css'

interface UserManagementProps {
  params: PeopleParams
  onShow: (changes: Record<string, unknown>) => void
  /** The id of the signed-in administrator. */
  ownId: string
}

export function UserManagement({ params, onShow, ownId }: UserManagementProps) {
  const query = useQuery(usersQuery(params))
  const shownPage = useShownParams(params.page ?? 1, query)
  useFailureToast(query, 'Failed to load users')
  const [isCreating, setCreating] = useState(false)
  const [asked, setAsked] = useState<{ question: Question; user: UserSummary } | null>(null)
  const [wasDeleted, setDeleted] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const headingId = useId()
  const isAsked = (question: Question) => (asked?.question === question ? asked.user : undefined)
  const close = () => setAsked(null)

  return (
    <section className={styles.section} aria-labelledby={headingId}>
      <h2 ref={heading} id={headingId} tabIndex={-1}>
        User Management
      </h2>
      <div className={styles.toolbar}>
        <SearchField
          className={styles.search}
          label="Search by name or email"
          value={params.search ?? ''}
          onSearch={(search) => onShow({ search, page: undefined })}
        />
        <ActionButton onClick={() => setCreating(true)}>Create New User</ActionButton>
      </div>
      <QueryBoundary
        query={query}
        failure="The users could not be loaded"
        loading={<LoadingRows>Loading users...</LoadingRows>}
      >
        {({ rows, total }) => (
          <>
            {rows.length > 0 ? (
              <DataTable
                label="Users"
                columns={columns({
                  ownId,
                  onAsk: (question, user) => {
                    setDeleted(false)
                    setAsked({ question, user })
                  },
                })}
                rows={rows}
                keyOf={({ id }) => id}
                sorting={params.sort && { by: params.sort, order: params.order ?? 'desc' }}
                onSort={({ by, order }) => onShow({ sort: by, order, page: undefined })}
                isStale={query.isPlaceholderData}
              />
            ) : (
              <NoRows of="users" total={total}>
                {total > 0 ? (
                  <Button variant="outline" onClick={() => onShow({ page: undefined })}>
                    Go to page 1
                  </Button>
                ) : (
                  <p>No name or email matches your search.</p>
                )}
              </NoRows>
            )}
            {total > 0 && (
              <Pager
                of="users"
                page={shownPage}
                pageSize={USERS_PAGE_SIZE}
                total={total}
                onPage={(page) => onShow({ page })}
              />
            )}
          </>
        )}
      </QueryBoundary>
      <CreateUser isOpen={isCreating} onClose={() => setCreating(false)} />
      <EditUser user={isAsked('edit')} ownId={ownId} onClose={close} />
      <BlockUser user={isAsked('block')} onClose={close} />
      <DeleteUser
        user={isAsked('delete')}
        onClose={close}
        onDeleted={() => setDeleted(true)}
        // The focused button disappears with the deleted row, so the heading takes the focus.
        finalFocus={() => (wasDeleted ? heading.current : null)}
      />
    </section>
  )
}

interface ColumnOptions {
  ownId: string
  onAsk: (question: Question, user: UserSummary) => void
}

function columns({ ownId, onAsk }: ColumnOptions): Column<UserSummary>[] {
  return [
    {
      label: 'Name',
      sort: 'name',
      cell: ({ id, name }) => (
        <span>
          <span translate="no">{name}</span>
          <span>{id === ownId && ' (you)'}</span>
        </span>
      ),
    },
    { label: 'Email', sort: 'email', cell: ({ email }) => <span translate="no">{email}</span> },
    { label: 'Role', sort: 'role', cell: ({ role }) => capitalise(role) },
    {
      label: 'Status',
      sort: 'status',
      cell: ({ is_blocked: isBlocked }) => (
        <Tag tone={isBlocked ? 'bad' : 'good'}>{isBlocked ? 'Blocked' : 'Active'}</Tag>
      ),
    },
    {
      label: 'Actions',
      isActions: true,
      cell: (user) => (
        <UserActions
          user={user}
          isOwn={user.id === ownId}
          onAsk={(question) => onAsk(question, user)}
        />
      ),
    },
  ]
}
