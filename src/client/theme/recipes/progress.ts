import { progressAnatomy } from '@chakra-ui/react/anatomy'
import { defineSlotRecipe } from '@chakra-ui/react/styled-system'

export const progressRecipe = defineSlotRecipe({
  className: 'progress',
  slots: progressAnatomy.keys(),
  base: {
    root: { display: 'grid', gap: 'var(--space-1)' },
    track: {
      height: '0.5rem',
      overflow: 'hidden',
      borderRadius: 'full',
      bg: 'bg.muted',
    },
    range: {
      height: 'full',
      borderRadius: 'full',
      bg: 'colorPalette.solid',
      transition: 'width var(--calm) var(--ease)',
    },
  },
})
