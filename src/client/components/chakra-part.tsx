import type { ComponentType } from 'react'
import { Loading } from '#client/ui/loading.tsx'
import { lazyPart } from './lazy-part.tsx'

/**
 * Wraps a component that uses Chakra. The component and Chakra load when the component first
 * renders, after the page's heading. So the heading does not wait for Chakra, which starts slowly
 * on a slow phone.
 */
export function chakraPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazyPart(
    async () => {
      const [{ Chakra }, Part] = await Promise.all([import('#client/theme/chakra.tsx'), load()])
      return {
        default: (props: Props) => (
          <Chakra>
            <Part {...props} />
          </Chakra>
        ),
      }
    },
    { pending: () => <Loading /> },
  )
}
