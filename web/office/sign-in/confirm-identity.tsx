// What could take the business over is confirmed first: this is asked above the screen, and what was wanted goes on.
import { call } from '../../api/client.ts'
import { confirmByPasskey } from '../../api/passkeys.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { words } from '../../words/locale.ts'
import { confirmationIn, ConfirmationFields } from '../account/confirmation.tsx'
import { useSession } from '../session.tsx'
import { PasskeyButton } from './passkey-button.tsx'

/** `onDone` with true: it is confirmed. */
export function ConfirmIdentity({ onDone }: { onDone: (confirmed: boolean) => void }) {
  const { user } = useSession()
  return (
    <FormDialog
      title={words.account.confirmIdentity}
      action={words.account.continue}
      save={(sent) => call('POST /account/confirm', { body: confirmationIn(sent) })}
      onSaved={() => onDone(true)}
      onClose={() => onDone(false)}
    >
      <p>{words.account.confirmLead}</p>
      {user.has_passkey ? (
        <PasskeyButton text={words.signIn.usePasskey} use={confirmByPasskey} onDone={() => onDone(true)} />
      ) : null}
      <ConfirmationFields />
    </FormDialog>
  )
}
