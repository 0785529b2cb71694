/** What the tabs of this browser and its worker tell each other. */
interface TabChannel {
  onmessage: ((event: MessageEvent) => void) | null
  postMessage: (message: unknown) => void
  close: () => void
}

/** Where the browser has no such channel, or denies it as it denies storage, a tab talks to nobody. */
export function openTabChannel(name: string): TabChannel {
  try {
    return new BroadcastChannel(name)
  } catch {
    return new MessageChannel().port1
  }
}
