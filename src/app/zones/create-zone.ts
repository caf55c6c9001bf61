// Creates a delivery zone.
import type { ZoneGeometry } from '../../domain/zones/zone.ts'
import { insertZone, type ZoneSettings } from '../../store/zones/zones.ts'
import type { App } from '../context.ts'
import { invalid } from '../errors.ts'
import { withinBudget } from './budget.ts'
import { changeWithAudit } from '../business/audited-change.ts'

export async function createZone(
  app: App,
  businessId: string,
  { geometry, ...settings }: Omit<ZoneSettings, 'active'> & { geometry: ZoneGeometry },
): Promise<{ zoneId: string }> {
  const zoneId = app.newId()
  const read = await app.areas.read(Buffer.from(JSON.stringify({ geometry })), 'geometry')
  const [area] = read?.areas ?? []
  if (!area || 'fault' in area) throw invalid('geometry', area?.fault ?? 'is required')
  await changeWithAudit(app, businessId, { action: 'zone.created', entity: 'zone', entityId: zoneId }, (tx) =>
    withinBudget(tx, 'geometry', () => insertZone(tx, { zoneId, ...settings, area: area.area, active: true })),
  )
  return { zoneId }
}
