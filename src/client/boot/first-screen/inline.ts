// The build inlines this script into every page that is not server-rendered. A server-rendered page
// needs no saved first screen, because its markup shows immediately.
import { readFirstScreen } from './read-first-screen.ts'
import { showFirstScreen } from './show-first-screen.ts'

const saved = readFirstScreen()
// Avoids an unhandled rejection. `showFirstScreen` handles the failure.
saved.catch(() => undefined)
document.showFirstScreen = (build) => showFirstScreen(saved, build)
