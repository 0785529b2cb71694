/** Thrown by the guard of subscribers' routes. The route then shows the subscription page. */
export class NeedsSubscription extends Error {
  /** `unconfirmed` means that the paid period has ended since the server's last response. */
  constructor(readonly access: 'none' | 'unconfirmed') {
    super('Premium Subscription Required')
  }
}
