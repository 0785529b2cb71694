// This script is inlined into every page that is not server-rendered. Server-rendered pages already
// have a first screen.
import { readFirstScreen } from './read-first-screen.ts'
import { showFirstScreen } from './show-first-screen.ts'

const saved = readFirstScreen()
// Avoids an unhandled rejection. `showFirstScreen` handles the failure.
saved.catch(() => undefined)
document.showFirstScreen = (build) => showFirstScreen(saved, build)
