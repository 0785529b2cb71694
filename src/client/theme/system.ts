import { defaultBaseConfig } from '@chakra-ui/react/preset-base'
import { createSystem, defineConfig } from '@chakra-ui/react/styled-system'
import { badgeRecipe } from './recipes/badge.ts'
import { buttonRecipe } from './recipes/button.ts'
import { checkboxRecipe } from './recipes/checkbox.ts'
import { collapsibleRecipe } from './recipes/collapsible.ts'
import { comboboxRecipe } from './recipes/combobox.ts'
import { dialogRecipe } from './recipes/dialog.ts'
import { fileUploadRecipe } from './recipes/file-upload.ts'
import { menuRecipe } from './recipes/menu.ts'
import { paginationRecipe } from './recipes/pagination.ts'
import { progressRecipe } from './recipes/progress.ts'
import { tableRecipe } from './recipes/table.ts'
import { toastRecipe } from './recipes/toast.ts'

/**
 * Maps Chakra's tokens to the variables of tokens.css, so that Chakra's components and plain CSS
 * look the same in every scheme. The tokens have Chakra's own names. A component that is missing in
 * `recipes` and `slotRecipes` has no style, because Chakra's own recipes are not loaded.
 *
 * Only the tokens that a recipe uses are here, because each token delays the first paint of every
 * page with Chakra. Lengths in recipes are plain CSS. A token that is missing here becomes an
 * invalid CSS value, without an error.
 */

const value = (text: string) => ({ value: text })
const values = (texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, value(text)]))

/** Names of variables in tokens.css. */
interface Palette {
  color: string
  wash: string
  /** The colour of text whose background is `color`. */
  on: string
  /** The colour that replaces `color` on hover. */
  strong?: string
}

/** The tokens of a `colorPalette`. */
function palette({ color, wash, on, strong = color }: Palette) {
  return values({
    solid: `var(${color})`,
    contrast: `var(${on})`,
    fg: `var(${color})`,
    strong: `var(${strong})`,
    subtle: `var(${wash})`,
    border: `color-mix(in srgb, var(${color}) 40%, var(${wash}))`,
  })
}

const colors = {
  bg: values({ subtle: 'var(--sunken)', muted: 'var(--sunken)', panel: 'var(--panel)' }),
  fg: values({ DEFAULT: 'var(--ink)', muted: 'var(--ink-soft)' }),
  border: values({ DEFAULT: 'var(--line)', emphasized: 'var(--line-strong)' }),
  gray: palette({ color: '--ink', wash: '--sunken', on: '--paper' }),
  accent: palette({
    color: '--accent',
    wash: '--accent-wash',
    on: '--on-accent',
    strong: '--accent-strong',
  }),
  danger: palette({ color: '--danger', wash: '--danger-wash', on: '--on-danger' }),
  good: palette({ color: '--good', wash: '--good-wash', on: '--panel' }),
  warning: palette({ color: '--warning', wash: '--warning-wash', on: '--panel' }),
}

const config = defineConfig({
  preflight: false,
  cssVarsPrefix: 'chakra',
  // A child inherits a CSS variable with its `var()` already resolved. So each part with its own
  // scheme declares the variables again.
  cssVarsRoot: ':where(html, [data-scheme])',
  globalCss: { html: { colorPalette: 'accent' } },
  theme: {
    keyframes: {
      rise: { from: { translate: '0 3rem', opacity: '0' } },
      drop: { from: { translate: '0 -0.5rem', opacity: '0' } },
      lift: { to: { translate: '0 -0.5rem', opacity: '0' } },
    },
    breakpoints: { sm: '30rem', md: '48rem', lg: '60rem', xl: '80rem' },
    tokens: {
      sizes: values({ full: '100%' }),
      fontSizes: values({ sm: 'var(--text-s)' }),
      fontWeights: values({ normal: '400', medium: '500', semibold: '600' }),
      radii: values({
        l1: 'var(--radius-s)',
        l2: 'var(--radius-m)',
        l3: 'var(--radius-l)',
        full: 'var(--radius-full)',
      }),
      shadows: values({ lg: 'var(--shadow-high)' }),
      durations: values({ faster: 'var(--quick)', moderate: 'var(--calm)' }),
      zIndex: values({
        popover: 'var(--layer-menu)',
        overlay: 'var(--layer-dialog)',
        modal: 'var(--layer-dialog)',
      }),
    },
    semanticTokens: { colors },
    recipes: {
      badge: badgeRecipe,
      button: buttonRecipe,
    },
    slotRecipes: {
      checkbox: checkboxRecipe,
      collapsible: collapsibleRecipe,
      combobox: comboboxRecipe,
      dialog: dialogRecipe,
      fileUpload: fileUploadRecipe,
      menu: menuRecipe,
      pagination: paginationRecipe,
      progress: progressRecipe,
      table: tableRecipe,
      toast: toastRecipe,
    },
  },
})

export const system = createSystem(defaultBaseConfig, config)
