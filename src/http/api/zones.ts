// Where and when a business delivers.
import { findPlace } from '../../app/addresses/geocoding/find-place.ts'
import { createZone, deleteZone, updateZone } from '../../app/zones/keep-zone.ts'
import { listZones } from '../../app/zones/list-zones.ts'
import * as setUp from '../../contract/set-up.ts'
import { getAvailability } from '../../app/zones/availability/get-availability.ts'
import * as availability from '../../contract/availability.ts'
import { byKey, type Operation } from '../operation.ts'
import { nothing } from './answers.ts'

export const zonesApi: readonly Operation[] = [
  byKey(availability.findPlace, (ctx, { query }) => findPlace(ctx, query.address)),
  byKey(availability.getAvailability, (ctx, { query }) => getAvailability(ctx, query)),
  byKey(
    setUp.listZones,
    (ctx, { query }) => listZones(ctx, query.cursor),
    (page) => ({ status: 200, data: page.zones, next_cursor: page.nextCursor }),
  ),
  byKey(setUp.createZone, (ctx, { body }) => createZone(ctx, body)),
  byKey(setUp.updateZone, (ctx, { params, body }) => updateZone(ctx, params.zone_uuid, body), nothing),
  byKey(setUp.deleteZone, (ctx, { params, query }) => deleteZone(ctx, params.zone_uuid, query.version), nothing),
]
