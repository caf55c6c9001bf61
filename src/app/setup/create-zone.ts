// Creates a delivery zone.
import { type Extent, extentOf } from '../../domain/zone.ts'
import { insertZone, type Zone } from '../../store/zones.ts'
import type { App } from '../context.ts'
import { invalid } from '../errors.ts'
import { asOperator } from './as-operator.ts'

const LEAST_SQUARE_METERS = 1

export async function createZone(
  app: App,
  businessId: string,
  input: Omit<Zone, 'zoneId' | keyof Extent>,
): Promise<{ zoneId: string }> {
  const extent = extentOf(input.geometry)
  if (extent.area < LEAST_SQUARE_METERS) throw invalid('geojson', 'covers no area')
  const zoneId = app.newId()
  await asOperator(app, businessId, { action: 'zone.created', entity: 'zone', entityId: zoneId }, (tx) =>
    insertZone(tx, businessId, { zoneId, ...input, ...extent }),
  )
  return { zoneId }
}
