import { defineSlotRecipe } from '@chakra-ui/react/styled-system'

/** The footer of a table: the range of rows is at the start, and the two buttons are at the end. */
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
