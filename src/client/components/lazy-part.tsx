import {
  Component,
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  startTransition,
  useEffect,
  useState,
} from 'react'
import { MissingChunk, type MissingChunkProps } from './missing-chunk.tsx'
import { PagePart } from './page-part.tsx'

interface LazyPartOptions<Props> {
  /** Shown while the component's code loads. */
  pending?: (props: Props) => ReactNode
  /** Shown if the component's code could not be loaded. */
  failed?: ComponentType<MissingChunkProps>
}

/**
 * A component whose code loads when it is first rendered. Loads the code without `Suspense`,
 * because React shows the content of a `Suspense` boundary at least 300 ms after its fallback, even
 * if the code loads sooner.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  { pending, failed: Failed = MissingChunk }: LazyPartOptions<Props> = {},
) {
  let loading: Promise<void> | undefined
  let loaded: ComponentType<Props> | undefined

  /** Loads the code once. After a failure, the next call tries again. */
  function start() {
    loading ??= load()
      .then((code) => {
        loaded = code.default
      })
      .catch((error) => {
        loading = undefined
        throw error
      })
    return loading
  }

  function WhenLoaded(props: Props) {
    const [isLoaded, setLoaded] = useState(loaded !== undefined)
    const [failure, setFailure] = useState<{ error: unknown }>()
    useEffect(() => {
      if (isLoaded) return
      start().then(
        () => startTransition(() => setLoaded(true)),
        (error: unknown) => setFailure({ error }),
      )
    }, [isLoaded])
    if (failure) throw failure.error
    const Loaded = loaded
    if (!isLoaded || !Loaded) return pending?.(props)
    return (
      <PagePart>
        <Loaded {...props} />
      </PagePart>
    )
  }

  /** `onDismiss` closes the message that the code could not be loaded. */
  function LazyPart(props: Props & { onDismiss?: () => void }) {
    return (
      <Boundary
        failed={(error, retry) => (
          <Failed error={error} onRetry={retry} onClose={props.onDismiss} />
        )}
      >
        <WhenLoaded {...props} />
      </Boundary>
    )
  }

  return Object.assign(LazyPart, {
    /**
     * Loads the code before the first render, and resolves when it has loaded. Ignores an error,
     * because rendering the component reports the error.
     */
    preload: () => start().catch(() => undefined),
  })
}

/**
 * A lazy component that is not essential to the page. If its code fails to load, the page works
 * without it: its place keeps the fallback, which is empty by default, or the server's markup.
 */
export function lazyExtra<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  fallback?: ReactNode,
) {
  const Extra: ComponentType<Props> = lazy(() =>
    load().catch((error) => {
      // Reject on the server. There, a component that stays pending would block rendering for ever.
      if (import.meta.env.SSR) throw error
      return new Promise<never>(() => undefined)
    }),
  )
  return function LazyExtra(props: Props) {
    return (
      <Suspense fallback={fallback}>
        <Extra {...props} />
      </Suspense>
    )
  }
}

interface BoundaryProps {
  failed: (error: unknown, retry: () => void) => ReactNode
  children: ReactNode
}

class Boundary extends Component<BoundaryProps, { caught?: { error: unknown } }> {
  override state: { caught?: { error: unknown } } = {}

  static getDerivedStateFromError(error: unknown) {
    return { caught: { error } }
  }

  retry = () => this.setState({ caught: undefined })

  override render() {
    const { caught } = this.state
    return caught ? this.props.failed(caught.error, this.retry) : this.props.children
  }
}
