import { Button } from '@chakra-ui/react/button'
import { Alert } from '#client/ui/alert.tsx'
import { ButtonRow } from '#client/ui/button-row.tsx'
import { saveFile } from '#client/ui/save-file.ts'
import styles from './account.module.css'

const FILE_NAME = 'engawa-recovery-codes.txt'

/** Shows new recovery codes, which the server cannot show again. */
export function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const save = () =>
    saveFile(new File([`${codes.join('\n')}\n`], FILE_NAME, { type: 'text/plain' }))
  return (
    <>
      <Alert type="info">
        Save these recovery codes now. They are shown only once. If you lose your second factor,
        each code signs you in once, together with your password.
      </Alert>
      <ul className={styles.codes} aria-label="Recovery codes" translate="no">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <ButtonRow>
        <Button onClick={() => void save()}>Download Codes</Button>
        <Button variant="outline" onClick={onClose}>
          I Have Saved Them
        </Button>
      </ButtonRow>
    </>
  )
}
