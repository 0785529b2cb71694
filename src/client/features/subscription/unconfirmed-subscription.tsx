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
 * Replaces a page for subscribers when the paid period has ended since the server's last response.
 * After the next response, the route guards decide again which page to show.
 */
export function UnconfirmedSubscription() {
  const query = useQuery({ ...accountQuery, refetchOnMount: 'always' })
  const { data: account, isFetching, isError } = query
  const queryClient = useQueryClient()
  const isProbing = useSyncExternalStore(connection.watch, connection.isProbing)
  const endsAt = account?.subscription?.ends_at

  // Show no message while the request is pending. The request usually succeeds, and the page for
  // subscribers then opens.
  if (!endsAt || (isFetching && !isError)) return <Loading />
  return (
    <VerandaPage
      title={`Your subscription was paid until ${formatDay(endsAt)}`}
      lead="It may have ended. Connect to the internet to check. What you saved stays on this device."
    >
      <Button wide onClick={() => void tryNow(queryClient, { queryKey: accountQuery.queryKey })}>
        {isProbing || isFetching ? 'Reconnecting…' : 'Try now'}
      </Button>
    </VerandaPage>
  )
}
