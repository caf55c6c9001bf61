// The demo's region: its map, addresses and roads serve the demo's deliveries and the examples of the office.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { openRegionRoads } from '../../../../src/adapters/regions/region-roads.ts'
import { openLocalGeocoder } from '../../../../src/app/addresses/geocoding/local-geocoder.ts'
import { DEMO_ADDRESSES } from '../../../../src/app/operations/demo/demo-addresses.ts'
import { DEMO_DEPOT } from '../../../../src/app/operations/demo/demo-content.ts'
import { DEMO_EXTRACT } from '../../../../src/cli/demo-region.ts'
import { straightLineMeters } from '../../../../src/domain/geo/geo.ts'
import { zones as english } from '../../../../web/words/en/zones.ts'
import { zones as spanish } from '../../../../web/words/es/zones.ts'
import { commandLine, printed } from '../../../helpers/command.ts'
import { startService, TEST_SECRET } from '../../../helpers/service.ts'

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'rm-demo-region-'))
after(() => rmSync(dataDir, { recursive: true }))
const service = await startService({ env: { DATA_DIR: dataDir } })
const run = commandLine({ DATABASE_URL: service.databaseUrl, APP_SECRET: TEST_SECRET, DATA_DIR: dataDir })
await printed(run, ['add-region', '--from', DEMO_EXTRACT])
const soon = () => AbortSignal.timeout(60_000)

test('each address of the demo is found within 100 m of its house', async () => {
  const geocoder = openLocalGeocoder(service.app.db)
  const lost: string[] = []
  for (const [line1, postalCode, lat, lng] of DEMO_ADDRESSES) {
    const found = await geocoder.find({ line1, city: 'Baltimore', region: 'MD', postalCode }, soon())
    if (!found.found || straightLineMeters(found.point, { lat, lng }) > 100) lost.push(line1)
  }
  assert.deepEqual(lost, [])
})

test('each address of the demo is reached from the depot by road', async () => {
  const roads = openRegionRoads(dataDir)
  after(() => roads.close())
  const places = [DEMO_DEPOT, ...DEMO_ADDRESSES.map(([, , lat, lng]) => ({ lat, lng }))]
  for (const kind of ['CAR', 'TRUCK'] as const) {
    const { durations } = await roads.table(places, soon(), { costing: kind })
    assert.ok([...durations].every(Number.isFinite), kind)
  }
})

test('the example address of the office is an address of the demo', () => {
  for (const { addressOrPointHint: hint } of [english, spanish])
    assert.ok(
      DEMO_ADDRESSES.some(([line1]) => hint.includes(`${line1}, Baltimore`)),
      hint,
    )
})
