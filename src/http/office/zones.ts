// The zones screen.
import { importZones } from '../../app/zones/import-zones.ts'
import { createZone, deleteZone, type ListedZone, listZones, updateZone } from '../../app/zones/keep-zone.ts'
import { testZones } from '../../app/zones/test-zones.ts'
import * as zones from '../../contract/office/zones.ts'
import { office } from '../operation.ts'

export const zoneBindings = [
  office(zones.listZones, async (ctx, { query }, { reply }) => {
    const listed = await listZones(ctx, query)
    return reply.type('application/json').send(`{"data":[${listed.map(zoneJson).join(',')}],"message":"OK"}`)
  }),
  office(zones.createZone, (ctx, { body }) => createZone(ctx, body)),
  office(zones.updateZone, (ctx, { params, body }) => updateZone(ctx, params.zone_uuid, body)),
  office(zones.deleteZone, (ctx, { params, body }) => deleteZone(ctx, params.zone_uuid, body.version)),
  office(zones.importZones, (ctx, { body }) => importZones(ctx, body)),
  office(zones.testZones, (ctx, { body }) => testZones(ctx, body)),
]

const zoneJson = ({ geometry, ...zone }: ListedZone): string =>
  `${JSON.stringify(zone).slice(0, -1)},"geometry":${geometry}}`
