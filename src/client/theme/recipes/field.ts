import { fieldAnatomy } from '@chakra-ui/react/anatomy'
import { defineSlotRecipe } from '@chakra-ui/react/styled-system'

export const fieldRecipe = defineSlotRecipe({
  className: 'field',
  slots: fieldAnatomy.keys(),
  base: {
    root: {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr)',
      gap: 'var(--space-1)',
      minWidth: '0',
    },
    label: { fontSize: 'sm', fontWeight: 'semibold' },
    helperText: { color: 'fg.muted', fontSize: 'sm' },
    errorText: {
      display: 'flex',
      gap: 'var(--space-2)',
      color: 'fg.error',
      fontSize: 'sm',
      fontWeight: 'medium',
      _icon: { flex: 'none', mt: '0.2em' },
    },
  },
})
