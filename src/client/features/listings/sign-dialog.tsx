import { useId } from 'react'
import { Sheet, SheetBody } from '#client/ui/sheet.tsx'
import { markName } from '#contract/mark-codes.ts'
import { SignMeaning } from './sign-meaning.tsx'

interface SignDialogProps {
  code: string
  onClose: () => void
}

/**
 * Explains a sign (a watch-out or good sign) on the card of a house. Screen readers read the
 * explanation when the sheet opens.
 */
export default function SignDialog({ code, onClose }: SignDialogProps) {
  const meaning = useId()
  return (
    <Sheet title={markName(code)} describedBy={meaning} isOpen onClose={onClose}>
      <SheetBody>
        <div id={meaning}>
          <SignMeaning code={code} />
        </div>
      </SheetBody>
    </Sheet>
  )
}
