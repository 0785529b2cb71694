import type { ComponentType } from 'react'
import { lazyPart } from '#client/ui/lazy-part.tsx'
import { Loading } from '#client/ui/loading.tsx'
import { MissingChunk } from './missing-chunk.tsx'

/**
 * Wraps a component that uses Chakra. The component and Chakra load when the component first
 * renders, after the page's heading. Otherwise the heading would wait for Chakra, which starts
 * slowly on a slow phone.
 */
export function chakraPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const part = lazyPart<Props>(async () => {
    const [{ Chakra }, Part] = await Promise.all([import('#client/theme/chakra.tsx'), load()])
    return {
      default: (props: Props) => (
        <Chakra>
          <Part {...props} />
        </Chakra>
      ),
    }
  })
  return function ChakraPart(props: Props) {
    return (
      <part.Place
        pending={<Loading />}
        failed={(error, retry) => <MissingChunk error={error} onRetry={retry} />}
      >
        <part.Part {...props} />
      </part.Place>
    )
  }
}
