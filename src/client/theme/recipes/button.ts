import { defineRecipe } from '@chakra-ui/react/styled-system'

const ENABLED = '&:not(:disabled, [aria-disabled=true])'

/**
 * Makes Chakra's buttons look like our plain `Button`. A button for a destructive action uses the
 * palette `danger`.
 */
export const buttonRecipe = defineRecipe({
  className: 'button',
  base: {
    display: 'inline-flex',
    flexShrink: '0',
    alignItems: 'center',
    justifyContent: 'center',
    gap: 'var(--space-2)',
    maxWidth: 'full',
    minHeight: 'var(--tap)',
    py: 'var(--space-2)',
    px: 'var(--space-5)',
    border: '1px solid transparent',
    borderRadius: 'l2',
    fontWeight: 'semibold',
    lineHeight: '1.2',
    textDecoration: 'none',
    transition: 'background-color, border-color, transform',
    transitionDuration: 'faster',
    _disabled: { opacity: '0.55' },
    [`${ENABLED}:active`]: { transform: 'translateY(1px)' },
  },
  variants: {
    variant: {
      solid: {
        bg: 'colorPalette.solid',
        color: 'colorPalette.contrast',
        [ENABLED]: { _hover: { bg: 'colorPalette.strong' } },
      },
      outline: {
        borderColor: 'border.emphasized',
        bg: 'bg.panel',
        color: 'fg',
        [ENABLED]: { _hover: { borderColor: 'colorPalette.solid', color: 'colorPalette.strong' } },
      },
      ghost: {
        px: 'var(--space-3)',
        color: 'colorPalette.fg',
        [ENABLED]: { _hover: { bg: 'colorPalette.subtle', color: 'colorPalette.strong' } },
      },
    },
  },
  defaultVariants: { variant: 'solid' },
})
