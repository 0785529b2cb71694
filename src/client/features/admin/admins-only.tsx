import { useEffect } from 'react'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { showToast } from '#client/ui/toast.ts'
import { LockedDashboard } from './locked-dashboard.tsx'

/** The page that people without the role of administrator see instead of the dashboard. */
export function AdminsOnly() {
  useEffect(() => {
    showToast({ type: 'error', title: 'Access Denied', description: 'Admin access required' })
  }, [])
  return (
    <LockedDashboard title="This page is for administrators">
      <ButtonLink to="/listings">View Listings</ButtonLink>
    </LockedDashboard>
  )
}
