import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { accountQuery } from '#client/data/account.ts'
import { connection } from '#client/sync/connection.ts'
import { tryNow } from '#client/sync/try-now.ts'
import { Button } from '#client/ui/button.tsx'
import { Loading } from '#client/ui/loading.tsx'
import { VerandaPage } from '#client/ui/veranda-page.tsx'
import { formatDay } from './dates.ts'

/**
 * In place of what a subscription pays for, when it was paid until a day that has come since the
 * server was last asked. With the answer the guards decide again.
 */
export function UnconfirmedSubscription() {
  const query = useQuery({ ...accountQuery, refetchOnMount: 'always' })
  const { data: account, isFetching, isError } = query
  const queryClient = useQueryClient()
  const isProbing = useSyncExternalStore(connection.watch, connection.isProbing)
  const endsAt = account?.subscription?.ends_at

  // Most of the time the answer is on its way, and this page is not needed.
  if (!endsAt || (isFetching && !isError)) return <Loading />
  return (
    <VerandaPage
      title={`Your subscription was paid until ${formatDay(endsAt)}`}
      lead="It may have ended: connect to check. What you saved stays on this device."
    >
      <Button wide onClick={() => void tryNow(queryClient, { queryKey: accountQuery.queryKey })}>
        {isProbing || isFetching ? 'Reconnecting…' : 'Try now'}
      </Button>
    </VerandaPage>
  )
}
