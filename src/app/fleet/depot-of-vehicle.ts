// The depot that a vehicle is to start from: one that there is, for those who ask.
import { readDepots } from '../../store/fleet/fleet.ts'
import type { Tx } from '../../store/database.ts'
import { unknown } from '../business/acting.ts'
import { invalid } from '../errors.ts'

/** Without one it starts from the default depot, which has to be theirs where someone works for some depots only. */
export async function refuseUnknownDepot(tx: Tx, depotId: string | null): Promise<void> {
  const depots = await readDepots(tx)
  if (depotId && !depots.some((depot) => depot.depotId === depotId)) throw unknown('depot')
  if (!depotId && tx.depots && !depots.some(({ isDefault }) => isDefault))
    throw invalid('depot_uuid', 'must be one of the depots that you work for')
}
