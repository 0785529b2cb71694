/** Thrown by the dashboard's guard for anyone who is not an administrator. */
export class NeedsAdmin extends Error {
  constructor() {
    super('Admin access required')
  }
}
