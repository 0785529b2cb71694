import { useEffect } from 'react'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { showToast } from '#client/ui/toast.ts'
import { useDarkScheme } from './dashboard.tsx'

/** The page that people without the role of administrator see instead of the dashboard. */
export function AdminsOnly() {
  useDarkScheme()
  useEffect(() => {
    showToast({ type: 'error', title: 'Access Denied', description: 'Admin access required' })
  }, [])
  return (
    <>
      <PageTitle>Admin Dashboard</PageTitle>
      <h1 className="visually-hidden">Admin Dashboard</h1>
      <EmptyState
        title="This page is for administrators"
        drawing={
          <>
            <rect x="38" y="40" width="44" height="34" rx="4" />
            <path d="M46 40V30a14 14 0 0 1 28 0v10M60 53v8" />
          </>
        }
      >
        <ButtonLink to="/listings">View Listings</ButtonLink>
      </EmptyState>
    </>
  )
}
