// Creates a depot. The first depot of a business is its default.
import { insertDepot, makeDefaultDepot, readDepots } from '../../store/fleet/fleet.ts'
import type { App } from '../context.ts'
import { changeWithAudit } from '../business/audited-change.ts'

export async function createDepot(
  app: App,
  businessId: string,
  {
    makeDefault = false,
    ...input
  }: {
    name: string
    address: string | null
    returnsPlace?: string | null
    lat: number
    lng: number
    makeDefault?: boolean
  },
): Promise<{ depotId: string }> {
  const depotId = app.newId()
  return changeWithAudit(
    app,
    businessId,
    { action: 'depot.created', entity: 'depot', entityId: depotId },
    async (tx) => {
      const isDefault = (await readDepots(tx)).length === 0
      await insertDepot(tx, { depotId, returnsPlace: null, ...input, isDefault })
      if (makeDefault) await makeDefaultDepot(tx, depotId)
      return { depotId }
    },
  )
}
