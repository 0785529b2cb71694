import './theme/tokens.css'
import './theme/base.css'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App, createAppRouter, reportCaught } from './app.tsx'
import { connection } from './connection.ts'
import { installPrompt } from './features/install/install-prompt.ts'
import { noteMissingCode } from './missing-code.ts'
import { sweepQueries } from './offline.ts'
import { keepOutbox } from './outbox/account-outbox.ts'
import { FAVORITE_PHOTOS } from './photos/photo-caches.ts'
import { createQueryClient } from './query-client.ts'
import { keepAccount } from './session/kept-account.ts'
import { leaveWithSession } from './session/leaving.ts'
import { session } from './session/session.ts'
import { attempt } from './storage.ts'

session.removeLegacy()
connection.follow()
installPrompt.holdBack()
noteMissingCode()

const queryClient = createQueryClient()
keepAccount(queryClient)
keepOutbox(queryClient)
const router = createAppRouter(queryClient)
leaveWithSession(queryClient, router)
void router.load()

// Long after what the page itself needs.
setTimeout(sweepQueries, 10_000)

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
// As a transition, so that rendering gives way to loading the page's chunk and to the person.
startTransition(() =>
  createRoot(root, { onCaughtError: reportCaught }).render(
    <App queryClient={queryClient} router={router} />,
  ),
)

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  // After what the page itself needs, and no loss to it when it fails.
  addEventListener('load', () => {
    import('./features/shell/version-notice.tsx').then(
      ({ followVersions }) => followVersions(),
      () => undefined,
    )
  })
}

if (matchMedia('(hover: hover)').matches) {
  addEventListener('load', () => {
    import('./ui/tooltips.ts').then(
      ({ showTooltips }) => showTooltips(),
      () => undefined,
    )
  })
}

addEventListener('load', async () => {
  // What saving photos takes is fetched by those who have switched it on.
  if (!(await attempt(() => caches.has(FAVORITE_PHOTOS)))) return
  // Without its code, what is missing is saved after another start.
  const photos = await import('./photos/account-photos.ts').catch(() => undefined)
  photos?.keepPhotoSaver(queryClient)
})
