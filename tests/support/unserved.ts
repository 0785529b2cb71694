/** What the contract declares and the server does not serve yet, by the names of the contract. */
export const UNSERVED = [
  'listUsers',
  'createUser',
  'updateUser',
  'deleteUser',
  'blockUser',
  'sendPasswordReset',
]
