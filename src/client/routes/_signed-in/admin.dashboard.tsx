import { createFileRoute, Outlet } from '@tanstack/react-router'
import { AdminsOnly } from '#client/features/admin/admins-only.tsx'
import { Dashboard } from '#client/features/admin/dashboard.tsx'
import { NeedsAdmin, NeedsSecondFactor } from '#client/features/admin/needs-admin.ts'
import { SecondFactorFirst } from '#client/features/admin/second-factor-first.tsx'
import { ErrorPage } from '#client/features/shell/error-page.tsx'

/**
 * Guards the dashboard. If the guard throws an error, the loaders of the dashboard's pages do not
 * run.
 */
export const Route = createFileRoute('/_signed-in/admin/dashboard')({
  beforeLoad: ({ context }) => {
    if (context.account.user.role !== 'admin') throw new NeedsAdmin()
    if (context.account.needs_second_factor) throw new NeedsSecondFactor()
  },
  component: () => (
    <Dashboard>
      <Outlet />
    </Dashboard>
  ),
  errorComponent: ({ error }) => {
    if (error instanceof NeedsAdmin) return <AdminsOnly />
    return error instanceof NeedsSecondFactor ? <SecondFactorFirst /> : <ErrorPage error={error} />
  },
})
