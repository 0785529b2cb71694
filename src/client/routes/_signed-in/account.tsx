import { createFileRoute } from '@tanstack/react-router'
import { AccountSettings } from '#client/features/account/account-settings.tsx'
import { ColumnPage } from '#client/ui/column-page.tsx'

export const Route = createFileRoute('/_signed-in/account')({
  component: AccountPage,
})

function AccountPage() {
  return (
    <ColumnPage title="Account Settings">
      <AccountSettings />
    </ColumnPage>
  )
}
