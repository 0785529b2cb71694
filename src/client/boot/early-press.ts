// Compiled into the page itself, where it runs before anything of the app is there.
import { askEarly } from './early-requests.ts'

window.onclick = ({ target }) => {
  document.pressed = (target as Element).closest('button')
}

window.oninput = ({ target }) => {
  document.typedIn = target as Element
}

try {
  askEarly()
} catch {
  // Of what cannot be read here, the app makes what it can.
}
