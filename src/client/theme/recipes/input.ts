import { defineRecipe, type SystemStyleObject } from '@chakra-ui/react/styled-system'

/** The look of every text field and select. */
export const control: SystemStyleObject = {
  width: 'full',
  minHeight: 'var(--tap)',
  py: 'var(--space-2)',
  px: 'var(--space-3)',
  border: '1px solid',
  borderColor: 'border.emphasized',
  borderRadius: 'l2',
  bg: 'bg.panel',
  transition: 'border-color',
  transitionDuration: 'faster',
  _placeholder: { color: 'fg.muted' },
  _hover: { borderColor: 'fg.muted' },
  _focusVisible: { outlineOffset: '-1px', borderColor: 'accent.solid' },
  _invalid: { borderColor: 'border.error' },
  '&:is(:disabled, [readonly])': { borderColor: 'border', bg: 'bg.subtle', color: 'fg.muted' },
}

export const inputRecipe = defineRecipe({ className: 'input', base: control })

export const textareaRecipe = defineRecipe({
  className: 'textarea',
  base: { ...control, resize: 'vertical' },
})
