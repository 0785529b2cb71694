import type { ReactNode } from 'react'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { useDarkScheme } from './dashboard.tsx'

/** The page that a person who may not open the dashboard sees instead of it. */
export function LockedDashboard({ title, children }: { title: string; children: ReactNode }) {
  useDarkScheme()
  return (
    <>
      <PageTitle>Admin Dashboard</PageTitle>
      <h1 className="visually-hidden">Admin Dashboard</h1>
      <EmptyState
        title={title}
        drawing={
          <>
            <rect x="38" y="40" width="44" height="34" rx="4" />
            <path d="M46 40V30a14 14 0 0 1 28 0v10M60 53v8" />
          </>
        }
      >
        {children}
      </EmptyState>
    </>
  )
}
