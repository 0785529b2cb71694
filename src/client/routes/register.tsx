import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { accountQuery } from '#client/data/account.ts'
import { RegisterForm } from '#client/features/auth/register-form.tsx'
import { parseReturn } from '#client/features/auth/return-path.ts'
import { SignedInAlready } from '#client/features/auth/signed-in-already.tsx'
import { session } from '#client/session/session.ts'
import { Loading } from '#client/ui/loading.tsx'
import { VerandaPage } from '#client/ui/veranda-page.tsx'

export const Route = createFileRoute('/register')({
  validateSearch: parseReturn,
  component: RegisterPage,
})

function RegisterPage() {
  const { from } = Route.useSearch()
  const { data: account } = useQuery(accountQuery)
  if (account) return <SignedInAlready account={account} />
  if (account === undefined && session.token()) return <Loading />
  return (
    <VerandaPage
      title="Create Account"
      lead="You can add a subscription after creating your account"
      links={
        <li>
          Have an account?{' '}
          <Link to="/login" search={{ from }}>
            Sign in
          </Link>
        </li>
      }
    >
      <RegisterForm from={from} />
    </VerandaPage>
  )
}
