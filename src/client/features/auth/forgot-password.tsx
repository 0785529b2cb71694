import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { NewPasswordForm } from './new-password-form.tsx'
import { RequestCodeForm } from './request-code-form.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Where a code was asked for, and what was said to that: the second step of a new password. */
    codeRequest?: { email: string; message: string }
  }
}

/** Two steps, of which the history knows: a phone that went to its mails may have reloaded the page. */
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
        onDone={() => navigate({ to: '/login', replace: true })}
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
