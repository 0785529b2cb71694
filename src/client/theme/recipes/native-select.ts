import { nativeSelectAnatomy } from '@chakra-ui/react/anatomy'
import { defineSlotRecipe } from '@chakra-ui/react/styled-system'
import { control } from './input.ts'

export const nativeSelectRecipe = defineSlotRecipe({
  className: 'native-select',
  slots: nativeSelectAnatomy.keys(),
  base: {
    root: { position: 'relative' },
    field: { ...control, pe: 'var(--space-6)', textOverflow: 'ellipsis', appearance: 'none' },
    indicator: {
      display: 'grid',
      placeItems: 'center',
      position: 'absolute',
      insetBlock: '0',
      insetEnd: 'var(--space-3)',
      color: 'fg.muted',
      pointerEvents: 'none',
    },
  },
})
