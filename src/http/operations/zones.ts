// Handlers for zones, and for the availability of deliveries.
import { findPlace } from '../../app/addresses/geocoding/find-place.ts'
import { getAvailability } from '../../app/zones/availability/get-availability.ts'
import { importZones } from '../../app/zones/import-zones.ts'
import * as zonesKept from '../../app/zones/manage-zones.ts'
import { listZones } from '../../app/zones/list-zones.ts'
import { testZones } from '../../app/zones/test-zones.ts'
import * as availability from '../../contract/availability.ts'
import * as places from '../../contract/office/places.ts'
import * as screen from '../../contract/office/zones.ts'
import * as zones from '../../contract/zones.ts'
import { bind, byKey, office } from './operation.ts'
import { pageReply } from './answers.ts'

export const zoneOperations = [
  byKey(availability.findPlace, (ctx, { query }) => findPlace(ctx, query.address)),
  office(places.lookUpAddress, (ctx, { body }) => findPlace(ctx, body.address)),
  byKey(availability.getAvailability, (ctx, { query }) => getAvailability(ctx, query)),
  byKey(zones.listZones, (ctx, { query }) => listZones(ctx, query.cursor), pageReply),
  bind(zones.createZone, (ctx, { body }) => zonesKept.createZone(ctx, body)),
  bind(zones.updateZone, (ctx, { params, body }) => zonesKept.updateZone(ctx, params.zone_uuid, body)),
  byKey(zones.deleteZone, (ctx, { params, query }) => zonesKept.deleteZone(ctx, params.zone_uuid, query.version)),
  office(zones.deleteZone, (ctx, { params, body }) => zonesKept.deleteZone(ctx, params.zone_uuid, body.version)),
  office(screen.readZoneMap, async (ctx, { query }, { reply }) => {
    const listed = await zonesKept.listZones(ctx, query)
    return reply.type('application/json').send(`{"data":[${listed.map(zoneJson).join(',')}],"message":"OK"}`)
  }),
  office(screen.importZones, (ctx, { body }) => importZones(ctx, body)),
  office(screen.testZones, (ctx, { body }) => testZones(ctx, body)),
]

const zoneJson = ({ geometry, ...zone }: zonesKept.ListedZone): string =>
  `${JSON.stringify(zone).slice(0, -1)},"geometry":${geometry}}`
