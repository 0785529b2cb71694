import { fileUploadAnatomy } from '@chakra-ui/react/anatomy'
import { defineSlotRecipe } from '@chakra-ui/react/styled-system'

/** A dashed field for dropping a file, around the button that opens the file picker. */
export const fileUploadRecipe = defineSlotRecipe({
  className: 'file-upload',
  slots: fileUploadAnatomy.keys(),
  base: {
    dropzone: {
      display: 'grid',
      justifyItems: 'center',
      gap: 'var(--space-2)',
      py: 'var(--space-5)',
      px: 'var(--space-4)',
      border: '1px dashed',
      borderColor: 'border.emphasized',
      borderRadius: 'l2',
      textAlign: 'center',
      transition: 'background-color var(--quick) var(--ease)',
      '&[data-dragging]': {
        borderStyle: 'solid',
        borderColor: 'colorPalette.solid',
        bg: 'colorPalette.subtle',
      },
    },
    label: {
      // The focused input is invisible, so the label shows the focus ring.
      'input:focus-visible + &': {
        outline: '2px solid',
        outlineColor: 'accent.solid',
        outlineOffset: '2px',
      },
      _disabled: { opacity: '0.55' },
    },
  },
})
