import { Button } from '@chakra-ui/react/button'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { failureMessage } from '#client/api/failures.ts'
import { ActionButton } from '#client/components/action-button.tsx'
import { uploadImport } from '#client/data/imports.ts'
import { formatSize } from '#client/format/sizes.ts'
import { Card } from '#client/ui/card.tsx'
import { Field } from '#client/ui/field.tsx'
import { OutcomeMessage, useOutcome } from '#client/ui/outcome.tsx'
import { ByteProgress } from './byte-progress.tsx'
import { findFault } from './file-fault.ts'
import { FileField } from './file-field.tsx'
import { ImportOptions, readOptions } from './import-options.tsx'
import styles from './imports.module.css'

interface UploadFormProps {
  /** Gives the field for the file the focus, because the administrator asked for another file. */
  startsAtFile: boolean
  onUploaded: (id: string) => void
}

/**
 * The form in which an administrator chooses a file and the import options, and uploads the file.
 */
export function UploadForm({ startsAtFile, onUploaded }: UploadFormProps) {
  const { mutate, isPending } = useMutation(uploadImport)
  const [outcome, setOutcome] = useOutcome()
  const [file, setFile] = useState<File | null>(null)
  const [fault, setFault] = useState('')
  const [sent, setSent] = useState(0)
  const cancelling = useRef(new AbortController())
  useEffect(() => {
    if (startsAtFile) focusFile()
  }, [startsAtFile])

  function choose(chosen: File | null) {
    setFile(chosen)
    setFault(chosen ? findFault(chosen) : '')
    setOutcome(null)
  }

  function upload(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const found = findFault(file)
    setFault(found)
    if (!file || found) return focusFile()
    setOutcome(null)
    setSent(0)
    cancelling.current = new AbortController()
    const { signal } = cancelling.current
    const options = readOptions(new FormData(event.currentTarget))
    mutate(
      { file, options, signal, onProgress: setSent },
      {
        onSuccess: ({ id }) => onUploaded(id),
        onError: (error) => {
          if (signal.aborted) return setOutcome({ type: 'error', sentence: 'Nothing was uploaded' })
          setOutcome({ type: 'error', sentence: failureMessage(error, 'The upload failed') })
        },
      },
    )
  }

  return (
    <Card title="Choose a file">
      <form className={styles.rows} noValidate onSubmit={upload}>
        <OutcomeMessage outcome={outcome} />
        <FileField id="import-file" file={file} fault={fault} isOff={isPending} onFile={choose} />
        <Field
          label="Source"
          name="source"
          maxLength={100}
          autoComplete="off"
          disabled={isPending}
          hint="The town hall or the portal that publishes the file. Use the same name each time. The next file then updates these houses, and leaves those of other sources alone."
        />
        <ImportOptions isOff={isPending} />
        {isPending && file ? (
          <Sent bytes={Math.min(sent, file.size)} of={file.size} />
        ) : (
          <p className="soft">
            The file is checked first. You see what would be added, changed and rejected, and then
            you decide.
          </p>
        )}
        <div className={styles.actions}>
          <ActionButton type="submit" isPending={isPending}>
            {isPending ? 'Uploading…' : 'Upload and Check'}
          </ActionButton>
          {isPending && (
            <Button variant="outline" onClick={() => cancelling.current.abort()}>
              Cancel
            </Button>
          )}
        </div>
      </form>
    </Card>
  )
}

function focusFile() {
  document.getElementById('import-file')?.focus()
}

function Sent({ bytes, of }: { bytes: number; of: number }) {
  const words = `${formatSize(bytes)} of ${formatSize(of)}`
  return (
    <ByteProgress label="Uploaded" words={words} value={bytes} max={of}>
      <p className="soft">{`Uploading: ${words}`}</p>
    </ByteProgress>
  )
}
