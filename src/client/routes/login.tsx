import { createFileRoute, Link, redirect } from '@tanstack/react-router'
import { LoginForm } from '#client/features/auth/login-form.tsx'
import { parseReturn } from '#client/features/auth/return-path.ts'
import { session } from '#client/session/session.ts'
import { FlashMessage } from '#client/ui/flash-message.tsx'
import { useIsInstalled } from '#client/ui/installed.ts'
import { VerandaPage } from '#client/ui/veranda-page.tsx'

export const Route = createFileRoute('/login')({
  validateSearch: parseReturn,
  beforeLoad: ({ search }) => {
    // Signing in makes the guards decide again, so this is also what follows it.
    if (session.token()) throw redirect({ href: search.from ?? '/listings', replace: true })
  },
  component: LoginPage,
})

function LoginPage() {
  const { from } = Route.useSearch()
  // An app that was just installed starts there, and on some devices it starts empty.
  const isNewApp = useIsInstalled() && from === '/favorites'
  return (
    <VerandaPage
      title="Welcome Back"
      lead={
        isNewApp
          ? 'Sign in once on this device. Then “Download my favorites” keeps them here, with every photo, for where there is no signal.'
          : 'Sign in to see every house.'
      }
      links={
        <>
          <li>
            <Link to="/forgot-password">Forgot password?</Link>
          </li>
          <li>
            New here?{' '}
            <Link to="/register" search={{ from }}>
              Create an account
            </Link>
          </li>
          <li>
            Only looking? <Link to="/free-preview">See ten houses for free</Link>
          </li>
        </>
      }
    >
      <FlashMessage />
      <LoginForm />
    </VerandaPage>
  )
}
