/** A hidden username, so that password managers save the password under this address. */
export function FiledUnder({ email }: { email: string }) {
  return <input hidden readOnly autoComplete="username" name="email" value={email} />
}
