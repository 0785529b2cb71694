import { checkboxAnatomy } from '@chakra-ui/react/anatomy'
import { defineSlotRecipe } from '@chakra-ui/react/styled-system'

export const checkboxRecipe = defineSlotRecipe({
  className: 'checkbox',
  slots: checkboxAnatomy.keys(),
  base: {
    root: {
      display: 'flex',
      alignItems: 'center',
      gap: 'var(--space-3)',
      position: 'relative',
      minHeight: 'var(--tap)',
      cursor: 'pointer',
      _disabled: { opacity: '0.55', cursor: 'not-allowed' },
    },
    control: {
      display: 'grid',
      flex: 'none',
      placeItems: 'center',
      boxSize: '1.25rem',
      borderWidth: '1px',
      borderColor: 'border.emphasized',
      borderRadius: 'l1',
      bg: 'bg.panel',
      color: 'transparent',
      _icon: { boxSize: '0.875rem' },
      _checked: {
        borderColor: 'colorPalette.solid',
        bg: 'colorPalette.solid',
        color: 'colorPalette.contrast',
      },
      _focusVisible: { outline: '2px solid', outlineColor: 'accent.solid', outlineOffset: '2px' },
    },
  },
})
