import { comboboxAnatomy } from '@chakra-ui/react/anatomy'
import { defineSlotRecipe } from '@chakra-ui/react/styled-system'

export const comboboxRecipe = defineSlotRecipe({
  className: 'combobox',
  slots: comboboxAnatomy.keys(),
  base: {
    root: { display: 'grid', gap: 'var(--space-1)', minWidth: '0' },
    content: {
      maxHeight: 'min(22rem, var(--available-height))',
      overflow: 'hidden auto',
      padding: '0.375rem',
      borderRadius: 'l2',
      bg: 'bg.panel',
      color: 'fg',
      boxShadow: 'lg',
      outline: '0',
      zIndex: 'popover',
    },
    item: {
      display: 'flex',
      alignItems: 'center',
      minHeight: 'var(--tap)',
      py: '0.375rem',
      px: '0.75rem',
      borderRadius: 'l1',
      lineHeight: '1.3',
      cursor: 'pointer',
      _highlighted: { bg: 'color-mix(in srgb, var(--line) 60%, transparent)' },
    },
    itemText: { flex: '1', minWidth: '0' },
    empty: { padding: '0.75rem', color: 'fg.muted' },
  },
})
