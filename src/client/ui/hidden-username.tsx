/**
 * A hidden username field, so that password managers save the password under this email address.
 */
export function HiddenUsername({ email }: { email: string }) {
  return <input hidden readOnly autoComplete="username" name="email" value={email} />
}
