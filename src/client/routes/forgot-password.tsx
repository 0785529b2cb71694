import { createFileRoute, Link } from '@tanstack/react-router'
import { ForgotPassword } from '#client/features/auth/forgot-password.tsx'
import { VerandaPage } from '#client/ui/veranda-page.tsx'

export const Route = createFileRoute('/forgot-password')({ component: ForgotPasswordPage })

function ForgotPasswordPage() {
  return (
    <VerandaPage
      title="Forgot Password"
      lead="We'll email you a code to set a new password."
      links={
        <li>
          Do you remember your password? <Link to="/login">Sign in</Link>
        </li>
      }
    >
      <ForgotPassword />
    </VerandaPage>
  )
}
