// This script is inlined into every page that the server does not render. A rendered page has its
// first screen already.
import { readFirstScreen } from './read-first-screen.ts'
import { showFirstScreen } from './show-first-screen.ts'

const saved = readFirstScreen()
// Avoids an unhandled rejection. `showFirstScreen` handles the failure.
saved.catch(() => undefined)
document.showFirstScreen = (build) => showFirstScreen(saved, build)
