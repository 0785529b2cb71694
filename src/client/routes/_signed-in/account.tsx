import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { chakraPart } from '#client/components/chakra-part.tsx'
import { ColumnPage } from '#client/ui/column-page.tsx'

const AccountSettings = chakraPart(
  async () => (await import('#client/features/account/account-settings.tsx')).AccountSettings,
)

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
