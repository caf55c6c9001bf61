// Which depots someone of the office works for (docs/roles.md#depots): of these alone they see and change vehicles, routes and deliveries.
import type { UserRole } from '../../domain/users/permissions.ts'
import { readDepots } from '../../store/fleet/fleet.ts'
import { readUsers, setDepots } from '../../store/users/users.ts'
import type { Context } from '../context.ts'
import { AppError, invalid } from '../errors.ts'
import { changingUser } from './manage-users.ts'

/** All that there are to choose from. */
export const listDepotsToChoose = async (ctx: Context) =>
  (await ctx.read(readDepots))
    .map(({ depotId, name }) => ({ depot_uuid: depotId, name }))
    .sort((a, b) => a.name.localeCompare(b.name))

export async function changeDepots(ctx: Context, userId: string, depots: string[] | null): Promise<void> {
  const user = (await ctx.read(readUsers)).find((one) => one.userId === userId)
  const named = await nameDepots(ctx, user?.role ?? null, depots)
  const before = await namesOf(ctx, user?.depots ?? null)
  const detail = { changes: { depots: [before, named] } }
  await changingUser(ctx, { action: 'user.depots_changed', userId, detail }, (tx) => setDepots(tx, userId, depots))
}

/** As the audit log says it. Throws where someone can't work for these. */
export async function nameDepots(ctx: Context, role: UserRole | null, depots: readonly string[] | null) {
  const known = new Set((await ctx.read(readDepots)).map(({ depotId }) => depotId))
  const strange = depots?.findIndex((depotId) => !known.has(depotId)) ?? -1
  if (strange >= 0)
    throw new AppError('missing', 'NOT_FOUND', 'There is no depot with that uuid.', {
      fields: [`depot_uuids.${strange}`],
    })
  if (depots && role === 'OWNER') throw invalid('depot_uuids', 'must be null: an owner works for all depots')
  return namesOf(ctx, depots)
}

async function namesOf(ctx: Context, depots: readonly string[] | null): Promise<string> {
  if (!depots) return 'all'
  const names = new Map((await ctx.read(readDepots)).map(({ depotId, name }) => [depotId, name]))
  return depots.map((depotId) => names.get(depotId) ?? 'one that was removed').join(', ')
}
