// The build inlines this script into the page, so it runs before the app's code has loaded.
import { sendEarlyRequests } from './send-early-requests.ts'

window.onclick = ({ target }) => {
  document.pressed = (target as Element).closest('button')
}

window.oninput = ({ target }) => {
  document.typedIn = target as Element
}

try {
  sendEarlyRequests()
} catch {
  // Reading storage can fail, or return invalid data. In this case, no early requests are sent, and
  // the app sends its requests itself.
}
