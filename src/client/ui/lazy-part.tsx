import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react'

interface PlaceProps {
  /** Shown while the component's code loads. */
  pending?: ReactNode
  /** Shown if the component's code could not be loaded. */
  failed: (error: unknown, retry: () => void) => ReactNode
  children: ReactNode
}

/**
 * A component whose code loads when its `Place` first renders it. Unlike a `React.lazy` component,
 * this component can retry after a failure.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
) {
  let loading: ReturnType<typeof load> | undefined
  let Loaded = lazy(start)

  function start() {
    loading ??= load()
    return loading
  }

  function forget() {
    loading = undefined
    Loaded = lazy(start)
  }

  return {
    /**
     * Loads the code before the first render. Ignores an error, because rendering the component
     * reports the error.
     */
    preload: () => void start().catch(forget),

    Place: ({ pending, failed, children }: PlaceProps) => (
      <Boundary failed={failed} onError={forget}>
        <Suspense fallback={pending}>{children}</Suspense>
      </Boundary>
    ),

    Part(props: Props) {
      const Current = Loaded
      return <Current {...props} />
    },
  }
}

/**
 * A lazy component that the page can do without. If the code fails to load, the component's place
 * stays empty, or keeps the server's markup.
 */
export function lazyExtra<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
) {
  return lazy(() =>
    load().catch((error) => {
      // On the server, throw instead. A component that stays pending would block rendering for
      // ever.
      if (import.meta.env.SSR) throw error
      return new Promise<never>(() => undefined)
    }),
  )
}

interface BoundaryProps extends Pick<PlaceProps, 'failed' | 'children'> {
  onError: () => void
}

class Boundary extends Component<BoundaryProps, { caught?: { error: unknown } }> {
  override state: { caught?: { error: unknown } } = {}

  static getDerivedStateFromError(error: unknown) {
    return { caught: { error } }
  }

  override componentDidCatch() {
    this.props.onError()
  }

  retry = () => this.setState({ caught: undefined })

  override render() {
    const { caught } = this.state
    return caught ? this.props.failed(caught.error, this.retry) : this.props.children
  }
}
