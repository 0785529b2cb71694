import { tableAnatomy } from '@chakra-ui/react/anatomy'
import { defineSlotRecipe } from '@chakra-ui/react/styled-system'

/** Lines separate rows. On a phone, each row is a card, and cells repeat the column's heading. */
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
      mdDown: { display: 'grid', gap: 'var(--space-3)' },
    },
    header: {
      mdDown: { '& tr': { display: 'flex', flexWrap: 'wrap', columnGap: 'var(--space-4)' } },
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
      md: {
        px: 'var(--space-3)',
        py: 'var(--space-2)',
        borderBottomWidth: '1px',
        borderColor: 'border.emphasized',
        '&[data-kind=number]': { textAlign: 'end' },
      },
      // On a phone, hide the headings that have no sort button, because the cells repeat the
      // heading.
      mdDown: { padding: '0', '&:not(:has(button))': { display: 'none' } },
    },
    body: {
      '& tr:hover': { bg: 'bg.subtle' },
      // An open disclosure makes its row tall. Align the other cells with the first line of the
      // row.
      '& tr:has(details) td': { verticalAlign: 'baseline' },
      mdDown: {
        display: 'grid',
        gap: 'var(--space-3)',
        '& tr': {
          display: 'grid',
          gap: 'var(--space-1)',
          padding: 'var(--space-3)',
          borderWidth: '1px',
          borderRadius: 'l2',
        },
      },
    },
    cell: {
      verticalAlign: 'middle',
      overflowWrap: 'anywhere',
      md: {
        px: 'var(--space-3)',
        py: 'var(--space-2)',
        // Without this minimum, `overflowWrap` would break even short words in a narrow column.
        minWidth: '6rem',
        borderBottomWidth: '1px',
        '&[data-kind=number]': { textAlign: 'end', whiteSpace: 'nowrap' },
      },
      mdDown: {
        display: 'grid',
        gridTemplateColumns: 'min(5.5rem, 35%) minmax(0, 1fr)',
        columnGap: 'var(--space-2)',
        alignItems: 'baseline',
        padding: '0',
        _before: { content: 'attr(data-label)', color: 'fg.muted' },
        '&:first-of-type, &[data-kind=actions]': {
          display: 'block',
          fontWeight: 'semibold',
          _before: { content: 'none' },
        },
      },
    },
  },
})
