import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react'

interface PlaceProps {
  /** Shown while the code is on its way. */
  pending?: ReactNode
  /** Shown when it did not come. */
  failed: (error: unknown, retry: () => void) => ReactNode
  children: ReactNode
}

/**
 * A component whose code is loaded when it is first shown, in its `Place`. Unlike one of React's
 * `lazy`, it is asked for again when it did not come.
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
    /** Whoever shows it will see the failure. */
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
 * A component that the page is as good as without. Where its code does not come, it stays on its
 * way: nothing, or what the server has drawn in its place.
 */
export function lazyExtra(load: () => Promise<{ default: ComponentType }>) {
  return lazy(() => load().catch(() => new Promise<never>(() => undefined)))
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
