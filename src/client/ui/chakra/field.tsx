import { FieldErrorText, FieldHelperText, FieldLabel, FieldRoot } from '@chakra-ui/react/field'
import { Input } from '@chakra-ui/react/input'
import {
  NativeSelectField,
  NativeSelectIndicator,
  NativeSelectRoot,
} from '@chakra-ui/react/native-select'
import { Textarea } from '@chakra-ui/react/textarea'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { ChevronDownIcon, WarningIcon } from '#client/ui/icons.tsx'

interface Described {
  label: ReactNode
  /** The error message. Screen readers read it together with the control. */
  error?: ReactNode
  hint?: ReactNode
  /** The class name of the frame around label and control. */
  className?: string
  disabled?: boolean
}

type FieldProps = ComponentProps<typeof Input> & Described

export function Field({ label, error, hint, className, disabled, ...input }: FieldProps) {
  return (
    <FieldFrame {...{ label, error, hint, className, disabled }}>
      {(control) => <Input {...input} {...control} />}
    </FieldFrame>
  )
}

type TextAreaProps = ComponentProps<typeof Textarea> & Described

export function TextArea({ label, error, hint, className, disabled, ...area }: TextAreaProps) {
  return (
    <FieldFrame {...{ label, error, hint, className, disabled }}>
      {(control) => <Textarea {...area} {...control} />}
    </FieldFrame>
  )
}

type SelectProps = ComponentProps<typeof NativeSelectField> & Described

/** A native select. `children` are its options. */
export function Select({ label, error, hint, className, disabled, ...select }: SelectProps) {
  return (
    <FieldFrame {...{ label, error, hint, className, disabled }}>
      {(control) => (
        <NativeSelectRoot>
          <NativeSelectField {...select} {...control} />
          <NativeSelectIndicator>
            <ChevronDownIcon />
          </NativeSelectIndicator>
        </NativeSelectRoot>
      )}
    </FieldFrame>
  )
}

interface FrameProps extends Described {
  children: (control: { id: string; 'aria-describedby'?: string }) => ReactNode
}

/** The label, hint and error of a control. */
export function FieldFrame({ label, error, hint, children, ...root }: FrameProps) {
  const id = useId()
  const ids = { errorText: `${id}-error`, helperText: `${id}-hint` }
  // Chakra links the error to the control by `aria-errormessage` only. Few screen readers read this
  // attribute.
  const describedBy = [error && ids.errorText, hint && ids.helperText].filter(Boolean).join(' ')
  return (
    // Chakra's own role is `group`, which screen readers would announce without a name.
    <FieldRoot id={id} ids={ids} role="presentation" invalid={!!error} {...root}>
      <FieldLabel>{label}</FieldLabel>
      {children({ id, 'aria-describedby': describedBy || undefined })}
      {error && (
        <FieldErrorText>
          <WarningIcon />
          <span>{error}</span>
        </FieldErrorText>
      )}
      {hint && <FieldHelperText>{hint}</FieldHelperText>}
    </FieldRoot>
  )
}
