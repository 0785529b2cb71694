import { defaultBaseConfig } from '@chakra-ui/react/preset-base'
import { createSystem, defineConfig } from '@chakra-ui/react/styled-system'
import {
  animationStyles,
  keyframes,
  layerStyles,
  menuSlotRecipe,
  textStyles,
} from '@chakra-ui/react/theme'
import { badgeRecipe } from './recipes/badge.ts'
import { checkboxRecipe } from './recipes/checkbox.ts'
import { collapsibleRecipe } from './recipes/collapsible.ts'
import { fieldRecipe } from './recipes/field.ts'
import { fileUploadRecipe } from './recipes/file-upload.ts'
import { inputRecipe } from './recipes/input.ts'
import { paginationRecipe } from './recipes/pagination.ts'
import { progressRecipe } from './recipes/progress.ts'
import { tableRecipe } from './recipes/table.ts'
import { toastRecipe } from './recipes/toast.ts'

/**
 * Maps Chakra's tokens to the variables of tokens.css, so that Chakra's components and plain CSS
 * look the same in every scheme. The tokens have Chakra's own names. A component that is missing in
 * `recipes` and `slotRecipes` has no style: Chakra's own recipes are not loaded.
 */

const value = (text: string) => ({ value: text })
const values = (texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, value(text)]))

/** The tokens of a `colorPalette`. */
function palette({ color, wash, on }: { color: string; wash: string; on: string }) {
  const tint = (percent: number) => `color-mix(in srgb, var(${color}) ${percent}%, var(${wash}))`
  return values({
    solid: `var(${color})`,
    contrast: `var(${on})`,
    fg: `var(${color})`,
    subtle: `var(${wash})`,
    muted: tint(15),
    emphasized: tint(30),
    border: tint(40),
    focusRing: 'var(--ai)',
  })
}

const colors = {
  bg: values({
    DEFAULT: 'var(--paper)',
    subtle: 'var(--sunken)',
    muted: 'var(--sunken)',
    emphasized: 'var(--line)',
    panel: 'var(--panel)',
    inverted: 'var(--ink)',
  }),
  fg: values({
    DEFAULT: 'var(--ink)',
    muted: 'var(--ink-soft)',
    subtle: 'var(--ink-soft)',
    inverted: 'var(--paper)',
    error: 'var(--shu)',
  }),
  border: values({
    DEFAULT: 'var(--line)',
    muted: 'var(--line)',
    emphasized: 'var(--line-strong)',
    error: 'var(--shu)',
  }),
  gray: palette({ color: '--ink', wash: '--sunken', on: '--paper' }),
  ai: palette({ color: '--ai', wash: '--ai-wash', on: '--on-ai' }),
  shu: palette({ color: '--shu', wash: '--shu-wash', on: '--on-shu' }),
  matcha: palette({ color: '--matcha', wash: '--matcha-wash', on: '--panel' }),
  yamabuki: palette({ color: '--yamabuki', wash: '--yamabuki-wash', on: '--panel' }),
}

/** In quarter rems. */
const STEPS = [0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 20, 24, 32]
const steps = values(Object.fromEntries(STEPS.map((step) => [step, `${step / 4}rem`])))

const config = defineConfig({
  preflight: false,
  cssVarsPrefix: 'chakra',
  // A child inherits a CSS variable with its `var()` already resolved. So each part with its own
  // scheme declares the variables again.
  cssVarsRoot: ':where(html, [data-scheme])',
  globalCss: { html: { colorPalette: 'ai' } },
  theme: {
    textStyles,
    layerStyles,
    animationStyles,
    keyframes,
    breakpoints: { sm: '30rem', md: '48rem', lg: '60rem', xl: '80rem' },
    tokens: {
      spacing: steps,
      sizes: { ...steps, ...values({ full: '100%', sm: '24rem', md: '28rem', lg: '32rem' }) },
      fonts: values({ heading: 'var(--serif)', body: 'var(--sans)' }),
      fontSizes: values({
        xs: 'var(--text-s)',
        sm: 'var(--text-s)',
        md: 'var(--text-m)',
        lg: 'var(--text-l)',
        xl: 'var(--text-xl)',
      }),
      fontWeights: values({ normal: '400', medium: '500', semibold: '600' }),
      radii: values({
        l1: 'var(--radius-s)',
        l2: 'var(--radius-m)',
        l3: 'var(--radius-l)',
        full: 'var(--radius-full)',
      }),
      shadows: values({
        xs: 'var(--shadow-low)',
        sm: 'var(--shadow-low)',
        md: 'var(--shadow-high)',
        lg: 'var(--shadow-high)',
        xl: 'var(--shadow-high)',
      }),
      durations: values({
        faster: 'var(--quick)',
        fast: 'var(--quick)',
        moderate: 'var(--calm)',
        slow: 'var(--calm)',
      }),
      zIndex: values({
        popover: 'var(--layer-menu)',
        overlay: 'var(--layer-dialog)',
        modal: 'var(--layer-dialog)',
        toast: 'var(--layer-toast)',
      }),
    },
    semanticTokens: { colors },
    recipes: {
      badge: badgeRecipe,
      input: inputRecipe,
    },
    slotRecipes: {
      checkbox: checkboxRecipe,
      collapsible: collapsibleRecipe,
      field: fieldRecipe,
      fileUpload: fileUploadRecipe,
      menu: menuSlotRecipe,
      pagination: paginationRecipe,
      progress: progressRecipe,
      table: tableRecipe,
      toast: toastRecipe,
    },
  },
})

export const system = createSystem(defaultBaseConfig, config)
