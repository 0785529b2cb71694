import { useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { printPage } from './print-page.ts'

/** Opens the browser's print dialog, which can also save a PDF. */
export function PrintButton() {
  const [isPreparing, setPreparing] = useState(false)
  async function print() {
    setPreparing(true)
    await printPage()
    setPreparing(false)
  }
  return (
    <Button variant="secondary" aria-disabled={isPreparing} onClick={() => isPreparing || print()}>
      Print or save as PDF
    </Button>
  )
}
