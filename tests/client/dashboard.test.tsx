import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { connect, openApp } from '#tests/support/app.tsx'
import { startServer } from '#tests/support/server.ts'

async function openDashboard(commit: string | null) {
  const server = await startServer({ version: { version: '1.2.3', commit } })
  connect(server)
  const { queryClient } = openApp('/admin/dashboard/overview', await server.addAdmin())
  await screen.findByRole('heading', { name: 'Overview' })
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
}

test('the footer of the dashboard shows the version, and enough of the commit to find it', async () => {
  await openDashboard('5f0c1a3c5c9d2f6a7b8e9d0c1b2a3f4e5d6c7b8a')
  screen.getByText('Engawa 1.2.3')
  screen.getByText('Commit 5f0c1a3c5c')
})

test('if the build did not know its commit, the footer of the dashboard shows the version alone', async () => {
  await openDashboard(null)
  screen.getByText('Engawa 1.2.3')
  expect(screen.queryByText(/Commit/)).toBeNull()
})
