/** Thrown by the guard of subscribers' routes. The route then shows the subscription page. */
export class NeedsSubscription extends Error {
  /** `unconfirmed`: the paid period has ended since the last answer of the server. */
  constructor(readonly access: 'none' | 'unconfirmed') {
    super('Premium Subscription Required')
  }
}
