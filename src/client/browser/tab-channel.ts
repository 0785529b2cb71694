/** A channel between the tabs of this browser and the service worker. */
interface TabChannel {
  onmessage: ((event: MessageEvent) => void) | null
  postMessage: (message: unknown) => void
  close: () => void
}

/** If BroadcastChannel is missing or blocked, the channel sends and receives nothing. */
export function openTabChannel(name: string): TabChannel {
  try {
    return new BroadcastChannel(name)
  } catch {
    return new MessageChannel().port1
  }
}
