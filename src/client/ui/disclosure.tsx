import {
  CollapsibleContent,
  CollapsibleIndicator,
  CollapsibleRoot,
  CollapsibleTrigger,
} from '@chakra-ui/react/collapsible'
import type { ReactNode } from 'react'
import { ChevronDownIcon } from './icons.tsx'

interface DisclosureProps {
  title: string
  /** Whether the section is open, if the caller decides it. */
  isOpen?: boolean
  onOpen?: (isOpen: boolean) => void
  /** Whether the content is rendered only after the section has been opened. */
  isLazy?: boolean
  children: ReactNode
}

/**
 * A section that is closed by default. Fields in a closed section are still sent with their form.
 */
export function Disclosure({ title, isOpen, onOpen, isLazy, children }: DisclosureProps) {
  return (
    <CollapsibleRoot open={isOpen} onOpenChange={({ open }) => onOpen?.(open)} lazyMount={isLazy}>
      <CollapsibleTrigger>
        <span>{title}</span>
        <CollapsibleIndicator>
          <ChevronDownIcon />
        </CollapsibleIndicator>
      </CollapsibleTrigger>
      <CollapsibleContent>{children}</CollapsibleContent>
    </CollapsibleRoot>
  )
}
