// Inlined into the page, except into server-rendered ones: those already have a first screen.
import { readFirstScreen } from './read-first-screen.ts'
import { showFirstScreen } from './show-first-screen.ts'

const kept = readFirstScreen()
// Avoids an unhandled rejection. `showFirstScreen` handles the failure.
kept.catch(() => undefined)
document.showFirstScreen = (build) => showFirstScreen(kept, build)
