/** What a password manager files the passwords of a form under that does not ask for it. */
export function FiledUnder({ email }: { email: string }) {
  return <input hidden readOnly autoComplete="username" name="email" value={email} />
}
