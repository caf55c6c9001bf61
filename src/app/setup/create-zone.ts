// Creates a delivery zone.
import { type Extent, extentOf } from '../../domain/zone.ts'
import { insertZone, type Zone } from '../../store/zones.ts'
import type { App } from '../context.ts'
import { asOperator } from './as-operator.ts'

export async function createZone(
  app: App,
  businessId: string,
  input: Omit<Zone, 'zoneId' | keyof Extent>,
): Promise<{ zoneId: string }> {
  const zoneId = app.newId()
  await asOperator(app, businessId, { action: 'zone.created', entity: 'zone', entityId: zoneId }, (tx) =>
    insertZone(tx, businessId, { zoneId, ...input, ...extentOf(input.geometry), active: true }),
  )
  return { zoneId }
}
