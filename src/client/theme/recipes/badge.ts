import { defineRecipe } from '@chakra-ui/react/styled-system'

/** A badge is a pill in the colours of its palette. */
export const badgeRecipe = defineRecipe({
  className: 'badge',
  base: {
    display: 'inline-block',
    width: 'fit-content',
    px: '0.7em',
    py: '0.1em',
    borderRadius: 'full',
    bg: 'colorPalette.subtle',
    color: 'colorPalette.fg',
    fontSize: 'sm',
    fontWeight: 'semibold',
    whiteSpace: 'nowrap',
  },
})
