import { Component, type ReactNode } from 'react'
import { isChunkError } from '#client/browser/chunk-errors.ts'
import { LoadFailure } from '#client/ui/load-failure.tsx'

interface PagePartProps {
  children: ReactNode
}

/**
 * A part of a page that fails alone. Translators and extensions of the browser change the elements
 * of a page, and React may then fail to update them. Without this boundary, the error page of the
 * router would replace the whole page. After the first failure, the part is mounted again with new
 * elements. If it fails again, a message with a button replaces it.
 */
export class PagePart extends Component<PagePartProps, { caught?: { error: unknown } }> {
  override state: { caught?: { error: unknown } } = {}
  private hasRecovered = false

  static getDerivedStateFromError(error: unknown) {
    return { caught: { error } }
  }

  override componentDidCatch(error: unknown) {
    if (this.hasRecovered || isChunkError(error)) return
    this.hasRecovered = true
    this.retry()
  }

  private retry = () => this.setState({ caught: undefined })

  override render() {
    const { caught } = this.state
    if (!caught) return this.props.children
    // The error page waits for the network, or reloads the page after an update of the app.
    if (isChunkError(caught.error)) throw caught.error
    if (!this.hasRecovered) return null
    return (
      <LoadFailure
        title="This part of the page stopped working"
        reason="The rest of the page still works, and what you saved is safe."
        onRetry={this.retry}
      />
    )
  }
}
