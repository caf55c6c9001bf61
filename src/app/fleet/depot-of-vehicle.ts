// The depot that a vehicle starts from.
import { type Depot, readDepots } from '../../store/fleet/fleet.ts'
import type { Tx } from '../../store/database.ts'
import { notFoundError } from '../business/audited-change.ts'
import { conflicting, invalid } from '../errors.ts'

/** Returns the depot with that ID. If the ID is null, returns the default depot. */
export const depotOf = (depots: readonly Depot[], depotId: string | null): Depot | undefined =>
  depots.find((depot) => (depotId ? depot.depotId === depotId : depot.isDefault))

export const noDepotError = () => conflicting('NO_DEPOT', 'There is no depot to start from; add one first.')

/**
 * Throws if the depot is unknown. If the ID is null, the vehicle starts from the default depot, which must be a depot
 * of the caller.
 */
export async function refuseUnknownDepot(tx: Tx, depotId: string | null): Promise<void> {
  const depots = await readDepots(tx)
  if (depotId && !depots.some((depot) => depot.depotId === depotId)) throw notFoundError('depot')
  if (!depotId && tx.depots && !depots.some(({ isDefault }) => isDefault))
    throw invalid('depot_uuid', 'must be one of the depots that you work for')
}
