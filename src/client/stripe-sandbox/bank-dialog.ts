import { buttonClass } from '#client/ui/button.tsx'
import styles from './bank-dialog.module.css'

/**
 * Asks for confirmation, as the bank of the cardholder does (3-D Secure). Closing the dialog
 * declines the payment.
 */
export function showBankDialog(amount: number | undefined) {
  const dialog = document.createElement('dialog')
  const title = document.createElement('h2')
  const text = document.createElement('p')
  const buttons = document.createElement('div')
  dialog.className = styles.dialog ?? ''
  title.id = 'test-bank-title'
  text.id = 'test-bank-text'
  buttons.className = styles.buttons ?? ''
  dialog.setAttribute('aria-labelledby', title.id)
  dialog.setAttribute('aria-describedby', text.id)

  title.textContent = `Test bank: confirm this ${amount ? 'payment' : 'card'}?`
  text.textContent = amount
    ? `Engawa asks for $${(amount / 100).toFixed(2)}. In the sandbox, you answer in place of the bank, and no money moves.`
    : 'Engawa wants to charge this card from now on. In the sandbox, you answer in place of the bank, and no money moves.'
  buttons.append(
    createButton('Complete', 'primary', () => dialog.close('pass')),
    createButton('Fail', 'secondary', () => dialog.close('fail')),
  )
  dialog.append(title, text, buttons)
  document.body.append(dialog)

  return new Promise<'pass' | 'fail'>((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove()
      resolve(dialog.returnValue === 'pass' ? 'pass' : 'fail')
    })
    dialog.showModal()
  })
}

function createButton(label: string, variant: 'primary' | 'secondary', onClick: () => void) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = buttonClass({ variant })
  button.textContent = label
  button.addEventListener('click', onClick)
  return button
}
