/**
 * A notification. `title` and `body` must not name houses, places or people, because a locked phone
 * shows them to anybody.
 */
export interface PushMessage {
  title: string
  body: string
  /** The page that a click on the notification opens, such as `/news`. */
  path: string
  /** The number on the app's icon. */
  badge: number
  /** After this time, the message is not sent any more. */
  uselessAt: Date
}

/**
 * The maximum size of a message before encryption. Push services must accept 4,096 bytes after
 * encryption, and some count their own headers.
 */
export const MAX_PAYLOAD_BYTES = 3_000

/**
 * Writes the message as a declarative push message (https://w3c.github.io/push-api/). Safari shows
 * such a message even if the service worker fails. `mutable` asks Safari to run the service worker
 * first, which checks `recipient`. The id is the tag: a message that was sent twice replaces its own
 * notification, and no other.
 */
export function writePayload(
  { id, title, body, path, badge }: Omit<PushMessage, 'uselessAt'> & { id: string },
  { siteUrl, recipient }: { siteUrl: string; recipient: string },
) {
  return JSON.stringify({
    web_push: 8030,
    notification: {
      ...{ title, body, navigate: new URL(path, siteUrl).href },
      ...{ lang: 'en', dir: 'ltr', tag: id, data: { recipient } },
    },
    app_badge: badge,
    mutable: true,
  })
}
