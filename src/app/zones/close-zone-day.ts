// Closes a zone for a day, with a note that customers may see.
import { businessOfZone, closeZone } from '../../store/zones/zones.ts'
import type { App } from '../context.ts'
import { changeWithAudit, notFoundError } from '../business/audited-change.ts'

export async function closeZoneDay(app: App, closure: { zoneId: string; day: string; note: string }): Promise<void> {
  const businessId = await businessOfZone(app.db, closure.zoneId)
  if (!businessId) throw notFoundError('zone')
  const { zoneId, ...detail } = closure
  await changeWithAudit(app, businessId, { action: 'zone.closed', entity: 'zone', entityId: zoneId, detail }, (tx) =>
    closeZone(tx, closure),
  )
}
