// Who is signed in, for every screen below.
import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import type { SessionOut } from '../../src/contract/office/sign-in.ts'
import { mayAs, type UserRole } from '../../src/domain/users/user.ts'
import { onSignedOut, onUnconfirmed, readSession } from '../api/client.ts'
import { keyOf, useReadAgain } from '../api/query.ts'
import { setDraftOwner } from '../ui/drafts.ts'
import { words } from '../words/locale.ts'
import { writeAs } from '../ui/format.ts'
import { ConfirmIdentity } from './sign-in/confirm-identity.tsx'
import { SignInAgain } from './sign-in/sign-in-again.tsx'

const SessionContext = createContext<SessionOut | null>(null)

export const useSessionQuery = () =>
  useQuery({ queryKey: keyOf('GET /session'), queryFn: readSession, staleTime: Infinity, retry: 1 })

/** Reads the session again: after signing in or out. */
export function useRefreshSession(): () => Promise<void> {
  const again = useReadAgain()
  return () => again('GET /session')
}

/** The screens of who is signed in. When the session ends they stay as they are, and sign-in is asked for above them. */
export function SessionProvider({ session, children }: { session: SessionOut; children: ReactNode }) {
  const [ended, setEnded] = useState<((back: boolean) => void) | null>(null)
  const [unconfirmed, setUnconfirmed] = useState<((confirmed: boolean) => void) | null>(null)
  setDraftOwner(session.user.user_uuid)
  writeAs(session.business)
  useEffect(() => {
    onSignedOut(() => new Promise((resolve) => setEnded(() => resolve)))
    onUnconfirmed(() => new Promise((resolve) => setUnconfirmed(() => resolve)))
    return () => {
      onSignedOut(null)
      onUnconfirmed(null)
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

export function useSession(): SessionOut {
  const session = useContext(SessionContext)
  if (!session) throw new Error('no session here')
  return session
}

/** Null when the user may do what takes this role, else why not. */
export function useRoleReason(least: UserRole): string | null {
  const { role } = useSession().user
  return mayAs(role, least) ? null : words.shell.roleCannot(words.common.roles[role].toLowerCase())
}
