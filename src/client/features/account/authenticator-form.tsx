import { useState } from 'react'
import { encode } from 'uqr'
import * as z from 'zod/mini'
import { addAuthenticator, startAuthenticator } from '#client/data/second-factor.ts'
import { Field } from '#client/ui/field.tsx'
import { takeFocus } from '#client/ui/focus.ts'
import { useForm } from '#client/ui/use-form.ts'
import type { User } from '#contract/account.ts'
import { AuthenticatorCode } from '#contract/second-factor.ts'
import styles from './account.module.css'
import { CurrentPasswordForm } from './current-password-form.tsx'
import { EditForm } from './edit-form.tsx'
import { type OnOutcome, useChange } from './use-change.ts'

const Code = z.object({ code: AuthenticatorCode })

interface AuthenticatorFormProps {
  user: User
  onOutcome: OnOutcome
  onAdded: (recoveryCodes: string[] | null) => void
  onCancel: () => void
  onClose: () => void
  onForget: () => void
}

/** Adds an authenticator app: the password first, then the secret and a code of the app. */
export function AuthenticatorForm(props: AuthenticatorFormProps) {
  const { onOutcome, onAdded, onClose, ...form } = props
  const [provisioning, setProvisioning] = useState<{ secret: string; uri: string }>()
  const { field, onSubmit } = useForm(Code)
  const failure = 'Failed to add the authenticator app'
  const start = useChange(startAuthenticator, { failure, onOutcome })
  const add = useChange(addAuthenticator, {
    ...{ failure, onOutcome, onClose },
    success: 'Authenticator app added.',
  })
  if (!provisioning) {
    return (
      <CurrentPasswordForm
        {...form}
        action="Continue"
        isPending={start.isPending}
        onSubmit={async (password) => setProvisioning(await start.submit({ password }))}
      >
        An authenticator app on your phone shows a new code every 30 seconds.
      </CurrentPasswordForm>
    )
  }
  return (
    <EditForm
      action="Add Authenticator App"
      isPending={add.isPending}
      onCancel={form.onCancel}
      onSubmit={onSubmit(
        async (input) => onAdded((await add.submit(input)) ?? null),
        form.onForget,
      )}
    >
      <p>Scan this code with your authenticator app, or type the key into the app.</p>
      <QrCode text={provisioning.uri} />
      <p className={styles.key} translate="no">
        {inGroups(provisioning.secret)}
      </p>
      <Field
        label="Code from your authenticator app"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        ref={takeFocus}
        {...field('code')}
      />
    </EditForm>
  )
}

/** Always black on white, because many scanners cannot read light squares on a dark ground. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 2 })
  const squares = data.flatMap((row, y) =>
    row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')),
  )
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label="QR code with the key of the authenticator app"
    >
      <rect width={size} height={size} fill="white" />
      <path d={squares.join('')} fill="black" />
    </svg>
  )
}

function inGroups(secret: string) {
  return secret.replaceAll(/(.{4})(?=.)/g, '$1 ')
}
