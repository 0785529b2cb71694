// Compiled into the page itself, where it runs before anything of the app is there.
import { askEarly } from './early-answers.ts'
import { readFirstScreen } from './first-screen/read-first-screen.ts'

window.onclick = ({ target }) => {
  document.pressed = (target as Element).closest('button')
}

try {
  askEarly()
  document.firstScreen = readFirstScreen()
  // Whoever shows it does without.
  document.firstScreen.catch(() => undefined)
} catch {
  // Of what cannot be read here, the app makes what it can.
}
