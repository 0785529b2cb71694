import { type ChangeEvent, useRef } from 'react'
import { ActionButton } from './action-button.tsx'

interface CsvButtonProps {
  children: string
  /** The name of the hidden file field. */
  label: string
  /** The types of files that the person can choose. CSV files by default. */
  accept?: string
  isPending: boolean
  onFile: (file: File) => void
}

/** A button that lets a person choose a CSV file to import. */
export function CsvButton({
  children,
  label,
  accept = '.csv,text/csv',
  isPending,
  onFile,
}: CsvButtonProps) {
  const input = useRef<HTMLInputElement>(null)

  function choose({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const file = currentTarget.files?.[0]
    // Clear the input. Otherwise the browser fires no event when the person chooses the same file
    // again.
    currentTarget.value = ''
    if (file) onFile(file)
  }

  return (
    <>
      <input ref={input} type="file" accept={accept} aria-label={label} hidden onChange={choose} />
      <ActionButton variant="outline" isPending={isPending} onClick={() => input.current?.click()}>
        {isPending ? 'Importing…' : children}
      </ActionButton>
    </>
  )
}
