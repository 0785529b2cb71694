// Compiled into the page itself, but into none that the server has drawn: those have a first screen.
import { readFirstScreen } from './read-first-screen.ts'
import { showFirstScreen } from './show-first-screen.ts'

const kept = readFirstScreen()
// Whoever shows it does without.
kept.catch(() => undefined)
document.showFirstScreen = (build) => showFirstScreen(kept, build)
