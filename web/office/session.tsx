// The session of the signed-in user, for all screens.
import { useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { SessionOut } from '../../src/contract/office/sign-in.ts'
import { roleHasPermission, type Permission, PERMISSIONS } from '../../src/domain/users/permissions.ts'
import { readSession } from '../api/client.ts'
import { queryKeyOf, useInvalidate } from '../api/query.ts'
import { inWords, words } from '../words/locale.ts'

export const SessionContext = createContext<SessionOut | null>(null)

export const useSessionQuery = () =>
  useQuery({ queryKey: queryKeyOf('GET /session'), queryFn: readSession, staleTime: Infinity, retry: 1 })

/** Reads the session again, after signing in or out. */
export function useRefreshSession(): () => Promise<void> {
  const again = useInvalidate()
  return () => again('GET /session')
}

export function useSession(): SessionOut {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession needs a SessionProvider')
  return session
}

export type ReasonOf = (permission: Permission) => string | null

/** Returns a function that gives the reason why the user lacks a permission, or null if the user has it. */
export function useRoleReasons(): ReasonOf {
  const { role } = useSession().user
  return (permission) =>
    roleHasPermission(role, permission)
      ? null
      : words.shell.roleCannot(words.common.roles[role].toLowerCase(), inWords(PERMISSIONS[permission].lets))
}

export const useRoleReason = (permission: Permission): string | null => useRoleReasons()(permission)

/** Like `useRoleReason`, but for data that all depots share. Users who are restricted to some depots get a reason. */
export function useSharedReason(permission: Permission): string | null {
  const role = useRoleReason(permission)
  const { depot_uuids: depots } = useSession().user
  return role ?? (depots ? words.shell.depotsCannot : null)
}

/** Returns whether the user has the permission. */
export const useMay = (permission: Permission): boolean => roleHasPermission(useSession().user.role, permission)
