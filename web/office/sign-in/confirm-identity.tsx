// Dialog that confirms the user's identity before sensitive actions. The action then continues.
import { useCallback } from 'react'
import { call } from '../../api/client.ts'
import { confirmWithPasskey } from '../../api/passkeys.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { words } from '../../words/locale.ts'
import { confirmationIn, ConfirmationFields } from '../account/confirmation.tsx'
import { useSession } from '../session.tsx'
import { ConfirmByCompany } from './company-page.tsx'
import { PasskeyButton } from './passkey-button.tsx'

/** Calls `onDone` with true if the identity is confirmed. */
export function ConfirmIdentity({ onDone }: { onDone: (confirmed: boolean) => void }) {
  const { user } = useSession()
  const confirmed = useCallback(() => onDone(true), [onDone])
  return (
    <FormDialog
      title={words.account.confirmIdentity}
      action={words.account.continue}
      save={(sent) => call('POST /account/confirm', { body: confirmationIn(sent) })}
      onSaved={confirmed}
      onClose={() => onDone(false)}
    >
      <p>{words.account.confirmLead}</p>
      {user.has_passkey ? (
        <PasskeyButton text={words.signIn.usePasskey} use={confirmWithPasskey} onDone={confirmed} />
      ) : null}
      {user.company_path ? <ConfirmByCompany onDone={confirmed} /> : null}
      <ConfirmationFields />
    </FormDialog>
  )
}
