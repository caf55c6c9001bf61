// Provides the session to the screens, with dialogs to sign in again and to confirm the user's identity.
import { type ReactNode, useEffect, useState } from 'react'
import type { SessionOut } from '../../src/contract/office/sign-in.ts'
import { setSignInHandler, setConfirmationHandler } from '../api/client.ts'
import { setDraftOwner } from '../ui/drafts.ts'
import { setFormats } from '../ui/format.ts'
import { SessionContext } from './session.tsx'
import { ConfirmIdentity } from './sign-in/confirm-identity.tsx'
import { SignInAgain } from './sign-in/sign-in-again.tsx'

/** When the session ends, the screens keep their state under a sign-in dialog. */
export function SessionProvider({ session, children }: { session: SessionOut; children: ReactNode }) {
  const [ended, setEnded] = useState<((back: boolean) => void) | null>(null)
  const [unconfirmed, setUnconfirmed] = useState<((confirmed: boolean) => void) | null>(null)
  setDraftOwner(session.user.user_uuid)
  setFormats(session.business)
  useEffect(() => {
    setSignInHandler(() => new Promise((resolve) => setEnded(() => resolve)))
    setConfirmationHandler(() => new Promise((resolve) => setUnconfirmed(() => resolve)))
    return () => {
      setSignInHandler(null)
      setConfirmationHandler(null)
    }
  }, [])
  return (
    <SessionContext value={session}>
      {children}
      {ended ? (
        <SignInAgain
          user={session.user}
          onDone={(back) => {
            setEnded(null)
            ended(back)
          }}
        />
      ) : null}
      {unconfirmed ? (
        <ConfirmIdentity
          onDone={(confirmed) => {
            setUnconfirmed(null)
            unconfirmed(confirmed)
          }}
        />
      ) : null}
    </SessionContext>
  )
}
