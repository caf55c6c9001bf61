// Restricts office users to depots (docs/roles.md#depots). A restricted user sees and changes only the vehicles, routes
// and deliveries of their depots.
import type { UserRole } from '../../../domain/users/permissions.ts'
import { type Depot, readDepots } from '../../../store/fleet/fleet.ts'
import { readUsers, setDepots } from '../../../store/users/users.ts'
import type { Context } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { changingUser } from './manage-users.ts'

/** Lists all depots of the business to choose from. */
export const listDepotsToChoose = async (ctx: Context) =>
  (await ctx.read(readDepots))
    .map(({ depotId, name }) => ({ depot_uuid: depotId, name }))
    .sort((a, b) => a.name.localeCompare(b.name))

export async function changeDepots(ctx: Context, userId: string, depots: string[] | null): Promise<void> {
  const { user, known } = await ctx.read(async (tx) => ({
    user: (await readUsers(tx)).find((one) => one.userId === userId),
    known: await readDepots(tx),
  }))
  refuseDepots(known, user?.role ?? null, depots)
  const detail = { changes: { depots: [user?.depots ?? null, depots].map((these) => namesOf(known, these)) } }
  await changingUser(ctx, { action: 'user.depots_changed', userId, detail }, (tx) => setDepots(tx, userId, depots))
}

/** Returns the names of the depots for the audit log. Throws if a user with this role can't be restricted to them. */
export async function nameDepots(ctx: Context, role: UserRole, depots: readonly string[] | null): Promise<string> {
  const known = await ctx.read(readDepots)
  refuseDepots(known, role, depots)
  return namesOf(known, depots)
}

type Known = readonly Pick<Depot, 'depotId' | 'name'>[]

function refuseDepots(known: Known, role: UserRole | null, depots: readonly string[] | null): void {
  const strange = depots?.findIndex((id) => !known.some(({ depotId }) => depotId === id)) ?? -1
  if (strange >= 0)
    throw new AppError('missing', 'NOT_FOUND', 'There is no depot with that uuid.', {
      fields: [`depot_uuids.${strange}`],
    })
  if (depots && role === 'OWNER') throw invalid('depot_uuids', 'must be null: an owner works for all depots')
}

const namesOf = (known: Known, depots: readonly string[] | null): string =>
  depots
    ? depots.map((id) => known.find(({ depotId }) => depotId === id)?.name ?? 'one that was removed').join(', ')
    : 'all'
