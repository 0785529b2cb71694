/** A stub of XMLHttpRequest for file uploads. It sends the file through the test's `fetch`. */
export class TestXMLHttpRequest {
  readonly upload: { onprogress?: (event: { loaded: number }) => void } = {}
  onload?: () => void
  onerror?: () => void
  onabort?: () => void
  status = 0
  statusText = ''
  responseText = ''
  #request = { method: '', path: '' }
  #headers: Record<string, string> = {}
  #answerHeaders = new Headers()
  readonly #aborting = new AbortController()

  open(method: string, path: string) {
    this.#request = { method, path }
  }

  setRequestHeader(name: string, value: string) {
    this.#headers[name] = value
  }

  getAllResponseHeaders() {
    return [...this.#answerHeaders].map(([name, value]) => `${name}: ${value}`).join('\r\n')
  }

  abort() {
    this.#aborting.abort()
    this.onabort?.()
  }

  async send(file: Blob) {
    const { method, path } = this.#request
    const { signal } = this.#aborting
    this.upload.onprogress?.({ loaded: file.size })
    try {
      const body = new Uint8Array(await file.arrayBuffer())
      const response = await fetch(path, { method, headers: this.#headers, body, signal })
      this.status = response.status
      this.statusText = response.statusText
      this.#answerHeaders = response.headers
      this.responseText = await response.text()
      this.onload?.()
    } catch {
      if (!signal.aborted) this.onerror?.()
    }
  }
}
