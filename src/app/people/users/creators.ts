// Finds the owner who is responsible for a key or a connection: its creator, or the creator of the key that created it.
import type { CreatorOut } from '../../../contract/office/users.ts'
import type { Actor } from '../../../domain/users/actor.ts'
import { roleHasPermission, type UserRole } from '../../../domain/users/permissions.ts'
import type { Tx } from '../../../store/database.ts'
import { readKeys } from '../../../store/keys/api-keys.ts'
import { readUsers } from '../../../store/users/users.ts'
import { type Context, makeContext } from '../../context.ts'

/**
 * Returns the user who is responsible for access that this caller creates. If the caller is an API key, this is the
 * creator of the key. Null if no office user is responsible.
 */
export async function creatorFor(tx: Tx, { kind, id }: Actor): Promise<string | null> {
  if (kind === 'OFFICE') return id
  if (kind !== 'API') return null
  return (await readKeys(tx)).find(({ keyId }) => keyId === id)?.madeBy ?? null
}

const maySetUp = (role: UserRole): boolean => roleHasPermission(role, 'manageKeys')

/**
 * Returns a function that finds the creator of an access by user ID. `left` of its result is true if the creator is no
 * longer an owner. Users belong to the live side, whose ID is `homeId`, also for access to the test side.
 */
export async function creatorsIn(ctx: Context, homeId: string): Promise<(madeBy: string | null) => CreatorOut | null> {
  const { actor, requestId, timeZone } = ctx
  const home = makeContext(ctx, { businessId: homeId, timeZone, actor, requestId, idempotency: null })
  const users = new Map((await home.read(readUsers)).map((user) => [user.userId, user]))
  return (madeBy) => {
    if (madeBy === null) return null
    const user = users.get(madeBy)
    return { name: user?.name ?? null, left: !user || !maySetUp(user.role) }
  }
}
