/** Thrown by the guard of the dashboard; who is no administrator sees nothing of it. */
export class NeedsAdmin extends Error {
  constructor() {
    super('Admin access required')
  }
}
