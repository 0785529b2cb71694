import { defineSlotRecipe } from '@chakra-ui/react/styled-system'

/** The range of rows at the start, the two buttons at the end. */
export const paginationRecipe = defineSlotRecipe({
  className: 'pagination',
  slots: ['root'],
  base: {
    root: {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      justifyContent: 'space-between',
      gap: 'var(--space-3)',
      minHeight: 'var(--tap)',
    },
  },
})
