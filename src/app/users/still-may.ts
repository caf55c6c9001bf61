// Whether a person of the office may do what they were admitted for, judged once more in the transaction that does it.
import { mayAs, type Permission, PERMISSIONS } from '../../domain/users/permissions.ts'
import type { Tx } from '../../store/database.ts'
import { lockStanding } from '../../store/users/users.ts'
import { AppError } from '../errors.ts'

/**
 * Throws unless the user has the permission, and locks the user until the transaction ends. Of a removal and a change at the same time,
 * the second sees what the first did.
 */
export async function stillMay(tx: Tx, userId: string, permission: Permission): Promise<void> {
  const user = await lockStanding(tx, userId)
  if (!user || !mayAs(user.role, permission)) throw lacks(permission)
}

export const lacks = (permission: Permission): AppError =>
  new AppError('forbidden', 'ROLE', `Your role doesn’t let you ${PERMISSIONS[permission].lets}.`, {
    details: { permission },
  })
