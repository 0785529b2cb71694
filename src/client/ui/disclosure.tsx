import {
  CollapsibleContent,
  CollapsibleIndicator,
  CollapsibleRoot,
  CollapsibleTrigger,
} from '@chakra-ui/react/collapsible'
import type { ReactNode } from 'react'
import { ChevronDownIcon } from './icons.tsx'

/**
 * A section that is closed by default. Fields in a closed section are still sent with their form.
 */
export function Disclosure({ title, children }: { title: string; children: ReactNode }) {
  return (
    <CollapsibleRoot>
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
