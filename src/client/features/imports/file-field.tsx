import {
  FileUploadDropzone,
  FileUploadHiddenInput,
  FileUploadLabel,
  FileUploadRoot,
} from '@chakra-ui/react/file-upload'
import { formatSize } from '#client/format/sizes.ts'
import { Bilingual } from '#client/ui/bilingual.tsx'
import { buttonClass } from '#client/ui/button.tsx'
import { WarningIcon } from '#client/ui/icons.tsx'
import { ACCEPTED } from './file-fault.ts'
import styles from './file-field.module.css'

interface FileFieldProps {
  id: string
  file: File | null
  /** The error message. Empty if the file is valid. */
  fault: string
  isOff: boolean
  onFile: (file: File | null) => void
}

/**
 * Keeps Chakra's own list of files empty. Otherwise Chakra would refuse a file that the person
 * chooses again after correcting it on the disk.
 */
const NO_FILES: File[] = []

/** Accepts a chosen or dropped file. */
export function FileField({ id, file, fault, isOff, onFile }: FileFieldProps) {
  return (
    <FileUploadRoot
      ids={{ hiddenInput: id }}
      acceptedFiles={NO_FILES}
      disabled={isOff}
      onFileAccept={({ files: [accepted] }) => accepted && onFile(accepted)}
      // If several files are dropped, use the first one.
      onFileReject={({ files: [rejected] }) => rejected && onFile(rejected.file)}
    >
      {/*
       * Only the input can be clicked or focused. A clickable dropzone would be a second control
       * for the same action.
       */}
      <FileUploadDropzone disableClick role="group" aria-label="File to import">
        <FileUploadHiddenInput
          accept={ACCEPTED}
          tabIndex={0}
          aria-hidden={false}
          aria-invalid={fault ? true : undefined}
          aria-describedby={fault ? `${id}-fault ${id}-hint` : `${id}-hint`}
        />
        <FileUploadLabel className={buttonClass({ variant: 'secondary' })}>
          Choose File
        </FileUploadLabel>
        <p className={styles.file} aria-live="polite">
          <Bilingual>
            {file ? `${file.name}, ${formatSize(file.size)}` : 'or drop it here'}
          </Bilingual>
        </p>
        {fault && (
          <p className={styles.fault} id={`${id}-fault`}>
            <WarningIcon />
            <span>{fault}</span>
          </p>
        )}
        <p className={styles.hint} id={`${id}-hint`}>
          A table of houses in Excel (.xlsx), CSV, JSON or GeoJSON, or a ZIP archive with the table
          and its photos. The open data of the national akiya bank too. Up to 200 MB.
        </p>
      </FileUploadDropzone>
    </FileUploadRoot>
  )
}
