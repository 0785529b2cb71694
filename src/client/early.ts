// Compiled into the page itself, where it runs before anything of the app is there.
import { askEarly } from './early-answers.ts'

window.onclick = ({ target }) => {
  document.pressed = (target as Element).closest('button')
}

try {
  askEarly()
} catch {
  // Of what cannot be read here, the app makes what it can.
}
