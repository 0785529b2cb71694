/** What a stored picture is known by. */
export interface StoredPhoto {
  /** Below `/images/`: the digest of the content and its type, such as `3f…9a.jpg`. */
  path: string
  width: number
  height: number
  /** Base64. */
  thumbhash: string | null
}

export interface Images {
  /** Checks, strips and stores a picture under the digest of its content; throws a `Refusal` for what is none. */
  store: (content: Buffer) => Promise<StoredPhoto>
}
