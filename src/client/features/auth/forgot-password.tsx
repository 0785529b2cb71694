import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { NewPasswordForm, PASSWORD_UPDATED } from './new-password-form.tsx'
import { RequestCodeForm } from './request-code-form.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /**
     * Set in the second step of a password reset: the address to which the reset code was mailed,
     * and the server's response as a sentence.
     */
    codeRequest?: { email: string; message: string }
  }
}

/**
 * The two steps of a password reset: request a code by mail, then enter it. The browser's history
 * stores the current step, because a phone may reload the page while the person reads the mail.
 */
export function ForgotPassword() {
  const navigate = useNavigate()
  const { history } = useRouter()
  const codeRequest = useLocation({ select: ({ state }) => state.codeRequest })
  const [email, setEmail] = useState(codeRequest?.email ?? '')

  if (codeRequest) {
    return (
      <NewPasswordForm
        {...codeRequest}
        onBack={() => history.back()}
        onDone={() =>
          navigate({ to: '/login', replace: true, state: { message: PASSWORD_UPDATED } })
        }
      />
    )
  }
  return (
    <RequestCodeForm
      email={email}
      onSent={(sent) => {
        setEmail(sent.email)
        navigate({ to: '/forgot-password', state: { codeRequest: sent } })
      }}
    />
  )
}
