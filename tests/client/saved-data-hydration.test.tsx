import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { waitFor } from '@testing-library/react'
import { act } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import SavedDataBanner from '#client/features/offline/saved-data-banner.tsx'
import { connection } from '#client/sync/connection.ts'

test('if the connection is lost before a server-rendered page is hydrated, the page still hydrates without an error', async () => {
  const app = (
    <QueryClientProvider client={new QueryClient()}>
      <SavedDataBanner />
    </QueryClientProvider>
  )
  const root = document.createElement('div')
  root.innerHTML = renderToString(app)
  connection.recordLoss()
  const errors: unknown[] = []
  const hydrated = await act(async () =>
    hydrateRoot(root, app, { onRecoverableError: (error) => errors.push(error) }),
  )
  await waitFor(() => expect(root.textContent).not.toBe(''))
  expect(errors).toEqual([])
  await act(async () => hydrated.unmount())
  connection.recordResponse()
})
