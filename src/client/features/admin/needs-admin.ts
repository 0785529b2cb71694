/** Thrown by the dashboard's guard for anyone who is not an administrator. */
export class NeedsAdmin extends Error {
  constructor() {
    super('Admin access required')
  }
}

/** Thrown by the dashboard's guard for an administrator who must set up a second factor first. */
export class NeedsSecondFactor extends Error {
  constructor() {
    super('Administrators need a second factor')
  }
}
