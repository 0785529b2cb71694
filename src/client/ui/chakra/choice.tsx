import {
  CheckboxControl,
  CheckboxHiddenInput,
  CheckboxLabel,
  CheckboxRoot,
} from '@chakra-ui/react/checkbox'
import type { ReactNode } from 'react'

interface ChoiceProps {
  name: string
  value: string
  on?: boolean
  children: ReactNode
}

/**
 * Lays the invisible input over its box. Chakra would clip the input to nothing. People who use a
 * screen reader on a phone could then not find the input by touch.
 */
const OVER_THE_BOX = {
  clip: 'auto',
  width: '1.25rem',
  height: '1.25rem',
  margin: 0,
  opacity: 0,
  zIndex: 1,
}

/** A checkbox of a form. */
export function Choice({ name, value, on = false, children }: ChoiceProps) {
  return (
    <CheckboxRoot name={name} value={value} defaultChecked={on}>
      <CheckboxHiddenInput style={OVER_THE_BOX} />
      <CheckboxControl />
      <CheckboxLabel>{children}</CheckboxLabel>
    </CheckboxRoot>
  )
}
