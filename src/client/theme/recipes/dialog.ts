import { dialogAnatomy } from '@chakra-ui/react/anatomy'
import { defineSlotRecipe } from '@chakra-ui/react/styled-system'

/**
 * A dialog. On a phone, it is a sheet at the bottom of the screen. On a wide screen, it is in the
 * middle.
 */
export const dialogRecipe = defineSlotRecipe({
  className: 'dialog',
  slots: dialogAnatomy.keys(),
  base: {
    backdrop: { position: 'fixed', inset: '0', zIndex: 'overlay', bg: 'var(--veil)' },
    positioner: {
      display: 'flex',
      alignItems: { base: 'flex-end', md: 'center' },
      justifyContent: 'center',
      position: 'fixed',
      inset: '0',
      zIndex: 'modal',
    },
    content: {
      width: 'full',
      maxWidth: '36rem',
      maxHeight: 'calc(100dvh - 2rem - env(safe-area-inset-top))',
      overflow: 'hidden auto',
      overscrollBehavior: 'contain',
      // Keeps focused fields below the sticky heading.
      scrollPaddingTop: 'calc(var(--tap) + var(--space-5))',
      borderTopRadius: 'l3',
      borderBottomRadius: { md: 'l3' },
      bg: 'bg.panel',
      color: 'fg',
      boxShadow: 'lg',
      outline: 'none',
      _open: { animation: 'rise var(--calm) var(--ease)' },
    },
    header: {
      display: 'flex',
      gap: 'var(--space-2)',
      alignItems: 'center',
      justifyContent: 'space-between',
      position: 'sticky',
      top: '0',
      zIndex: '1',
      py: 'var(--space-2)',
      ps: 'var(--gutter)',
      pe: 'var(--space-2)',
      borderBottom: '1px solid',
      borderColor: 'border',
      bg: 'bg.panel',
    },
    title: { minWidth: '0', overflowWrap: 'anywhere' },
    body: {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr)',
      gap: 'var(--space-4)',
      pt: 'var(--space-4)',
      px: 'var(--gutter)',
      pb: 'calc(var(--space-5) + env(safe-area-inset-bottom))',
    },
    closeTrigger: {
      display: 'grid',
      flex: 'none',
      placeItems: 'center',
      boxSize: 'var(--tap)',
      borderRadius: 'l2',
      _hover: { bg: 'bg.subtle' },
    },
  },
})
