// Checks a user's permission again in the transaction of the change, because it may have been removed since the request
// began.
import { text } from '../../../texts/text.ts'
import { roleHasPermission, type Permission, PERMISSIONS } from '../../../domain/users/permissions.ts'
import type { Tx } from '../../../store/database.ts'
import { lockUserRights } from '../../../store/users/users.ts'
import { AppError } from '../../errors.ts'

/**
 * Throws unless the user has the permission. Locks the user until the transaction ends. If the user is removed or
 * changed at the same time, one transaction waits for the other.
 */
export async function requirePermission(tx: Tx, userId: string, permission: Permission): Promise<void> {
  const user = await lockUserRights(tx, userId)
  if (!user || !roleHasPermission(user.role, permission)) throw missingPermission(permission)
}

export const missingPermission = (permission: Permission): AppError =>
  new AppError(
    'forbidden',
    'ROLE',
    text('Your role doesn’t let you {action}.', { action: text(PERMISSIONS[permission].lets) }),
    {
      details: { permission },
    },
  )
