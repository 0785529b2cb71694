import { tableAnatomy } from '@chakra-ui/react/anatomy'
import { defineSlotRecipe } from '@chakra-ui/react/styled-system'

/** Chakra's conditions for windows at least as wide as a breakpoint, and for narrower ones. */
const BREAKPOINTS = { md: ['md', 'mdDown'], lg: ['lg', 'lgDown'] } as const

/**
 * Lines separate rows. In a narrow window, each row is a card, and cells repeat the column's heading.
 * The variant `size` is the breakpoint from which the rows form a table.
 */
export const tableRecipe = defineSlotRecipe({
  className: 'table',
  slots: tableAnatomy.keys(),
  base: {
    root: {
      width: 'full',
      borderCollapse: 'collapse',
      fontSize: 'sm',
      transition: 'opacity var(--calm) var(--ease)',
      '&[aria-busy=true]': { opacity: 0.6 },
    },
    columnHeader: {
      color: 'fg.muted',
      fontWeight: 'semibold',
      textAlign: 'start',
      whiteSpace: 'nowrap',
      '& button': {
        display: 'inline-flex',
        alignItems: 'center',
        gap: 'var(--space-1)',
        minHeight: 'var(--tap)',
        fontWeight: 'inherit',
        _hover: { color: 'fg' },
      },
      '&[aria-sort=ascending] svg': { rotate: '180deg' },
    },
    body: {
      '& tr:hover': { bg: 'bg.subtle' },
      // An open disclosure makes its row tall. Align the other cells with the first line of the
      // row.
      '& tr:has(details) td': { verticalAlign: 'baseline' },
    },
    cell: { verticalAlign: 'middle', overflowWrap: 'anywhere' },
  },
  variants: { size: { md: tableFrom('md'), lg: tableFrom('lg') } },
  defaultVariants: { size: 'md' },
})

function tableFrom(size: keyof typeof BREAKPOINTS) {
  const [wide, narrow] = BREAKPOINTS[size]
  return {
    root: { [narrow]: { display: 'grid', gap: 'var(--space-3)' } },
    header: {
      [narrow]: { '& tr': { display: 'flex', flexWrap: 'wrap', columnGap: 'var(--space-4)' } },
    },
    columnHeader: {
      [wide]: {
        px: 'var(--space-3)',
        py: 'var(--space-2)',
        borderBottomWidth: '1px',
        borderColor: 'border.emphasized',
        '&[data-kind=number]': { textAlign: 'end' },
      },
      // In cards, hide the headings that have no sort button, because the cells repeat the heading.
      [narrow]: { padding: '0', '&:not(:has(button))': { display: 'none' } },
    },
    body: {
      [narrow]: {
        display: 'grid',
        gap: 'var(--space-3)',
        '& tr': {
          display: 'grid',
          // A card is a list on a phone, and has two columns on a tablet.
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(18rem, 100%), 1fr))',
          gap: 'var(--space-1) var(--space-4)',
          padding: 'var(--space-3)',
          borderWidth: '1px',
          borderRadius: 'l2',
        },
      },
    },
    cell: {
      [wide]: {
        px: 'var(--space-3)',
        py: 'var(--space-2)',
        // Without this minimum, `overflowWrap` would break even short words in a narrow column.
        minWidth: '6rem',
        borderBottomWidth: '1px',
        '&[data-kind=number]': { textAlign: 'end', whiteSpace: 'nowrap' },
        // The words on buttons never break.
        '&[data-kind=actions]': { overflowWrap: 'normal' },
      },
      [narrow]: {
        display: 'grid',
        gridTemplateColumns: 'min(5.5rem, 35%) minmax(0, 1fr)',
        columnGap: 'var(--space-2)',
        alignItems: 'baseline',
        padding: '0',
        _before: { content: 'attr(data-label)', color: 'fg.muted' },
        '&:first-of-type, &[data-kind=actions]': {
          display: 'block',
          gridColumn: '1 / -1',
          fontWeight: 'semibold',
          _before: { content: 'none' },
        },
      },
    },
  }
}
