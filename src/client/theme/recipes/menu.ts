import { menuAnatomy } from '@chakra-ui/react/anatomy'
import { defineSlotRecipe } from '@chakra-ui/react/styled-system'

export const menuRecipe = defineSlotRecipe({
  className: 'menu',
  slots: menuAnatomy.keys(),
  base: {
    content: {
      minWidth: 'min(14rem, 90vw)',
      maxWidth: '90vw',
      maxHeight: 'var(--available-height)',
      overflow: 'hidden auto',
      padding: '0.375rem',
      borderRadius: 'l2',
      bg: 'bg.panel',
      color: 'fg',
      boxShadow: 'lg',
      outline: '0',
      zIndex: 'popover',
      _open: { animation: 'drop var(--quick) ease' },
      // Chakra keeps a closed menu in the page until the closing animation ends. Chakra notices the
      // closing animation only if its name differs from the name of the opening animation.
      _closed: { animation: 'lift var(--quick) ease' },
    },
    item: {
      display: 'flex',
      alignItems: 'center',
      gap: '0.75rem',
      width: 'full',
      minHeight: '2.75rem',
      py: '0.375rem',
      px: '0.75rem',
      borderRadius: 'l1',
      color: 'fg',
      fontSize: 'sm',
      lineHeight: '1.25rem',
      textAlign: 'start',
      textDecoration: 'none',
      cursor: 'pointer',
      userSelect: 'none',
      outline: '0',
      _highlighted: { bg: 'color-mix(in srgb, var(--line) 60%, transparent)' },
    },
  },
})
