import { onlineManager, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { failureMessage, isUnanswered, NetworkError } from '#client/api/failures.ts'
import { isChunkError, retryChunks } from '#client/browser/chunk-errors.ts'
import { useChunkReload } from '#client/components/missing-chunk.tsx'
import { reloadOrRetry } from '#client/components/reload-for-chunk.ts'
import { SavedHousesLink } from '#client/components/saved-houses-link.tsx'
import { accountQuery } from '#client/data/account.ts'
import { PROBLEM_SENTENCES, useConnectionProblem } from '#client/sync/connection-problem.ts'
import { Button } from '#client/ui/button.tsx'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { Loading } from '#client/ui/loading.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import styles from './notice.module.css'

/** The page in place of a page that has failed, because of the network or a bug. */
export function ErrorPage({ error: thrown }: { error: unknown }) {
  const router = useRouter()
  const account = useQueryClient().getQueryData(accountQuery.queryKey)
  const isMissing = isChunkError(thrown) && !onlineManager.isOnline()
  const error = isMissing ? new NetworkError() : thrown
  const isNetwork = isUnanswered(error)
  const problem = PROBLEM_SENTENCES[useConnectionProblem() ?? 'unreachable']
  const title = isNetwork ? problem.replace(/\.$/, '') : 'Unexpected Application Error!'
  const mayReload = useChunkReload(thrown)

  const reloadRoute = () => void router.invalidate()
  const retry = () => {
    if (isChunkError(thrown)) void reloadOrRetry(reloadRoute)
    else reloadRoute()
  }
  useEffect(() => {
    if (!isNetwork) return
    return onlineManager.subscribe((isOnline) => {
      if (isOnline) void retryChunks(() => void router.invalidate())
    })
  }, [isNetwork, router])

  if (mayReload) return <Loading />
  return (
    <div className={styles.notice} role="alert">
      <PageTitle>{title}</PageTitle>
      <h1>{title}</h1>
      <p className="soft">
        {isNetwork
          ? 'This page opens as soon as Engawa answers.'
          : failureMessage(error, 'Something went wrong on this page. Trying again may help.')}
      </p>
      <div className={styles.actions}>
        <Button onClick={retry}>Try Again</Button>
        {isNetwork && account ? (
          <SavedHousesLink variant="secondary" />
        ) : isNetwork ? (
          <ButtonLink variant="secondary" to="/free-preview">
            See some houses for free
          </ButtonLink>
        ) : (
          <ButtonLink variant="secondary" to="/">
            Return to Home
          </ButtonLink>
        )}
      </div>
    </div>
  )
}
