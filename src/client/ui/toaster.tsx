import {
  createToaster,
  ToastActionTrigger,
  ToastCloseTrigger,
  ToastDescription,
  Toaster,
  ToastIndicator,
  ToastRoot,
  ToastTitle,
} from '@chakra-ui/react/toast'
import { createRoot } from 'react-dom/client'
import { Chakra } from '#client/theme/chakra.tsx'
import { toastRecipe } from '#client/theme/toast-recipe.ts'

export interface Toast {
  title: string
  description?: string
  type: 'info' | 'success' | 'warning' | 'error'
  /** How long it is shown, in milliseconds, if not as long as most are. */
  duration?: number
  /** What can be done about it, for as long as it is shown. */
  action?: { label: string; onClick: () => void }
}

const DURATION = 5_000

const options = {
  max: 1,
  duration: DURATION,
  offsets: {
    top: '1rem',
    right: '1rem',
    // Above what is fixed there.
    bottom: 'calc(var(--tabs) + var(--banner) + var(--notice) + 1rem)',
    left: '1rem',
  },
}
const atBottom = createToaster({ ...options, placement: 'bottom' })
const atTop = createToaster({ ...options, placement: 'top' })

// A root of its own, so that nothing on the first path has to keep a place for it.
const place = document.createElement('div')

export function replaceToast(toast: Toast) {
  const sight = moveInSight()
  // Chakra would queue what exceeds `max`.
  atBottom.remove()
  atTop.remove()
  // At the bottom of a sheet are the buttons that whoever reads it goes on with.
  const toaster = 'sheet' in sight.dataset ? atTop : atBottom
  toaster.create({ ...toast, closable: true })
}

function Toasts() {
  return (
    <Chakra>
      {[atBottom, atTop].map((toaster) => (
        <Toaster key={toaster.attrs.placement} toaster={toaster}>
          {({ title, description, action }) => (
            <ToastRoot recipe={toastRecipe}>
              <ToastIndicator />
              <div>
                <ToastTitle>{title}</ToastTitle>
                {description && <ToastDescription>{description}</ToastDescription>}
              </div>
              {action && <ToastActionTrigger>{action.label}</ToastActionTrigger>}
              <ToastCloseTrigger aria-label="Close" />
            </ToastRoot>
          )}
        </Toaster>
      ))}
    </Chakra>
  )
}

/** Into the dialog that is open: what is outside of it lies beneath and can be neither pressed nor read out. */
function moveInSight() {
  const dialog = [...document.querySelectorAll<HTMLElement>('dialog[open]')].at(-1)
  const sight = dialog ?? document.body
  if (place.parentElement === sight) return sight
  sight.append(place)
  // What is said there outlives it.
  dialog?.addEventListener('close', moveInSight, { once: true })
  return sight
}

createRoot(place).render(<Toasts />)
