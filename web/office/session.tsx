// Who is signed in, for every screen below.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext } from 'react'
import type { SessionOut } from '../../src/contract/office/sign-in.ts'
import { mayAs, type UserRole } from '../../src/domain/user.ts'
import { readSession } from '../api/client.ts'

const SessionContext = createContext<SessionOut | null>(null)
const KEY = ['session']

export const useSessionQuery = () => useQuery({ queryKey: KEY, queryFn: readSession, staleTime: Infinity, retry: 1 })

/** Reads the session anew: after signing in or out. */
export function useRefreshSession(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: KEY })
}

export const SessionProvider = ({ session, children }: { session: SessionOut; children: ReactNode }) => (
  <SessionContext value={session}>{children}</SessionContext>
)

export function useSession(): SessionOut {
  const session = useContext(SessionContext)
  if (!session) throw new Error('no session here')
  return session
}

/** Null when the user may do what takes this role, else why not. */
export function useRoleReason(least: UserRole): string | null {
  const { role } = useSession().user
  return mayAs(role, least) ? null : `Your role (${role.toLowerCase()}) may look, but not do this.`
}
