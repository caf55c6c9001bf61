// Changes a depot if its version is current. Routes planned earlier keep their start location.
import type { Tx } from '../../store/database.ts'
import { type Depot, makeDefaultDepot, readDepots, saveDepot, type Versioned } from '../../store/fleet/fleet.ts'
import type { App } from '../context.ts'
import { type AuditedChange, changeWithAudit, notSavedError } from '../business/audited-change.ts'
import { sharedByAllDepotsError } from '../errors.ts'

export async function updateDepot(
  app: App,
  businessId: string,
  { makeDefault, ...depot }: Omit<Depot, 'isDefault'> & Versioned & { makeDefault: boolean },
): Promise<void> {
  const entry: AuditedChange = {
    action: 'depot.changed',
    entity: 'depot',
    entityId: depot.depotId,
    from: async (tx: Tx) => (await readDepots(tx)).find(({ depotId }) => depotId === depot.depotId),
    to: { ...depot, ...(makeDefault && { isDefault: true }) },
  }
  await changeWithAudit(app, businessId, entry, async (tx) => {
    if (!(await saveDepot(tx, depot))) throw await notSavedError(tx, entry, 'this depot')
    if (!makeDefault || (await readDepots(tx)).some((one) => one.depotId === depot.depotId && one.isDefault)) return
    // A caller restricted to depots can't change the default depot, because vehicles of other depots may start from it,
    // too.
    if (tx.depots) throw sharedByAllDepotsError()
    await makeDefaultDepot(tx, depot.depotId)
  })
}
