interface NewAccount {
  email: string
  password: string
}

/**
 * The email address and the password of an account that was just created on this page, so that the
 * person need not type them again to sign in. They are only in memory: a URL, the history or storage
 * would show the password to others who use the device.
 */
let created: NewAccount | undefined

export const newAccount = {
  read: () => created,
  remember(account: NewAccount) {
    created = account
  },
  forget() {
    created = undefined
  },
}
