import { alertAnatomy } from '@chakra-ui/react/anatomy'
import { defineSlotRecipe } from '@chakra-ui/react/styled-system'

export const alertRecipe = defineSlotRecipe({
  className: 'alert',
  slots: alertAnatomy.keys(),
  base: {
    root: {
      display: 'flex',
      alignItems: 'flex-start',
      gap: 'var(--space-3)',
      py: 'var(--space-3)',
      px: 'var(--space-4)',
      border: '1px solid',
      borderColor: 'colorPalette.border',
      borderRadius: 'l2',
      bg: 'colorPalette.subtle',
      color: 'colorPalette.fg',
      lineHeight: '1.4',
    },
    indicator: { flex: 'none', mt: '0.05em' },
    content: {
      minWidth: '0',
      '& p + p': { mt: 'var(--space-1)' },
      '& > * + button': { mt: 'var(--space-3)' },
    },
  },
  variants: {
    status: {
      info: { root: { colorPalette: 'accent' } },
      success: { root: { colorPalette: 'good' } },
      warning: { root: { colorPalette: 'warning' } },
      error: { root: { colorPalette: 'danger' } },
    },
  },
  defaultVariants: { status: 'info' },
})
