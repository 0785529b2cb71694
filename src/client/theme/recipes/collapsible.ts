import { collapsibleAnatomy } from '@chakra-ui/react/anatomy'
import { defineSlotRecipe } from '@chakra-ui/react/styled-system'

export const collapsibleRecipe = defineSlotRecipe({
  className: 'collapsible',
  slots: collapsibleAnatomy.keys(),
  base: {
    trigger: {
      display: 'inline-flex',
      alignItems: 'center',
      gap: 'var(--space-1)',
      minHeight: 'var(--tap)',
      color: 'colorPalette.fg',
      fontWeight: 'semibold',
    },
    indicator: {
      transition: 'rotate var(--quick) var(--ease)',
      _open: { rotate: '180deg' },
    },
  },
})
