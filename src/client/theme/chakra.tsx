import { ChakraProvider } from '@chakra-ui/react/styled-system'
import { CacheProvider } from '@emotion/react'
import type { ReactNode } from 'react'
import { emotionCache } from './emotion-cache.ts'
import { system } from './system.ts'

/** Chakra for what stands inside. Only for parts that are loaded when they are needed: it is heavy. */
export function Chakra({ children }: { children: ReactNode }) {
  return (
    <CacheProvider value={emotionCache}>
      <ChakraProvider value={system}>{children}</ChakraProvider>
    </CacheProvider>
  )
}
