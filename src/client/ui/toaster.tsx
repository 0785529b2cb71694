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
import { Bilingual } from './bilingual.tsx'

export interface Toast {
  title: string
  description?: string
  type: 'info' | 'success' | 'warning' | 'error'
  /** How long the toast is shown, in milliseconds. 5 seconds by default. */
  duration?: number
  action?: { label: string; onClick: () => void }
}

const TOAST_DURATION_MS = 5_000

const options = {
  max: 1,
  duration: TOAST_DURATION_MS,
  offsets: {
    top: '1rem',
    right: '1rem',
    // Toasts appear above the bars at the bottom.
    bottom: 'calc(var(--tabs) + var(--bar) + var(--banner) + var(--notice) + 1rem)',
    left: '1rem',
  },
}
const atBottom = createToaster({ ...options, placement: 'bottom' })
const atTop = createToaster({ ...options, placement: 'top' })

// Render the toasts in a separate React root, so that the page's first render does not include
// them.
const place = document.createElement('div')
// Chakra's dialogs hide the rest of the page from screen readers, except elements with this
// attribute.
place.dataset.liveAnnouncer = ''

/** Matches an open sheet or dialog. A toast at the bottom would cover its buttons. */
const SHEET = '[data-sheet][open], [data-scope=dialog][data-state=open]'

export function replaceToast(toast: Toast) {
  moveInSight()
  // Chakra would queue toasts beyond `max`. Remove the old toast, so that the new toast shows
  // immediately.
  atBottom.remove()
  atTop.remove()
  const toaster = document.querySelector(SHEET) ? atTop : atBottom
  const description = toast.description && <Bilingual>{toast.description}</Bilingual>
  toaster.create({ ...toast, description, closable: true })
}

function Toasts() {
  return (
    <Chakra>
      {[atBottom, atTop].map((toaster) => (
        <Toaster key={toaster.attrs.placement} toaster={toaster}>
          {({ title, description, action }) => (
            <ToastRoot>
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

/**
 * Moves the toasts into the open native dialog, because everything outside of the dialog is inert.
 */
function moveInSight() {
  const dialog = [...document.querySelectorAll<HTMLElement>('dialog[open]')].at(-1)
  const sight = dialog ?? document.body
  if (place.parentElement === sight) return
  sight.append(place)
  // Move the toasts again when the dialog closes. Otherwise they would disappear with the dialog.
  dialog?.addEventListener('close', moveInSight, { once: true })
}

createRoot(place).render(<Toasts />)
