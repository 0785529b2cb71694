import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { accountQuery } from '#client/data/account.ts'
import { JoinPage } from '#client/features/shortlist/join-page.tsx'
import { session } from '#client/session/session.ts'
import { Loading } from '#client/ui/loading.tsx'

export const Route = createFileRoute('/join')({ component: Join })

function Join() {
  const navigate = Route.useNavigate()
  const { data: account } = useQuery(accountQuery)
  if (account === undefined && session.token()) return <Loading />
  return (
    <JoinPage
      isSignedIn={Boolean(account)}
      onJoined={() => void navigate({ to: '/shortlist', replace: true })}
    />
  )
}
