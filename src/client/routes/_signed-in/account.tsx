import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { AccountSettings } from '#client/features/account/account-settings.tsx'
import { ColumnPage } from '#client/ui/column-page.tsx'

export const Route = createFileRoute('/_signed-in/account')({
  component: AccountPage,
})

function AccountPage() {
  const navigate = useNavigate()
  return (
    <ColumnPage title="Account Settings">
      <AccountSettings
        onDeleted={() =>
          navigate({
            to: '/login',
            replace: true,
            state: { message: 'Your account has been deleted.' },
          })
        }
      />
    </ColumnPage>
  )
}
