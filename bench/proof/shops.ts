// Creates invented businesses with a depot, a vehicle, a key and a webhook endpoint.
import type { App } from '../../src/app/context.ts'
import { changeSettings } from '../../src/app/business/settings/change-settings.ts'
import { createBusiness } from '../../src/app/business/create-business.ts'
import { createDepot } from '../../src/app/fleet/create-depot.ts'
import { createKey } from '../../src/app/integrations/keys/create-key.ts'
import { createVehicle } from '../../src/app/fleet/create-vehicle.ts'
import { openLog } from '../../src/adapters/observability/log.ts'
import { compose, type Running } from '../../src/compose.ts'
import { readConfig } from '../../src/config.ts'
import { migrate } from '../../src/store/migrate.ts'
import { dataFolder } from './data-folder.ts'
import { PROOF_SECRET } from './server-process.ts'

const DEPOT = { name: 'Proof depot', address: null, lat: 38.9, lng: -77.03 }

/**
 * Opens the use cases on this database, next to the processes that are proven. For setup and inspection. Applies the
 * migrations.
 */
export async function openAppBeside(
  databaseUrl: string,
  replaced: Partial<App> = {},
  env: Record<string, string> = {},
): Promise<Running> {
  await migrate(databaseUrl)
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    APP_SECRET: PROOF_SECRET,
    DATA_DIR: dataFolder(),
    DATABASE_POOL: '4',
    RATE_LIMIT_SCALE: '100000',
    BUILD_MAX_DELIVERIES: '5000',
    ...env,
  })
  return compose(config, databaseUrl, PROOF_SECRET, openLog('silent'), replaced)
}

/** Creates a business without an undo window. */
export async function newShop(app: App, name = 'Proof business'): Promise<{ businessId: string; apiKey: string }> {
  const { businessId } = await createBusiness(app, { name, timeZone: 'America/New_York' })
  await changeSettings(app, businessId, { undoWindowSeconds: 0, quietHours: null })
  await createDepot(app, businessId, DEPOT)
  await addVan(app, businessId)
  const { apiKey } = await createKey(app, { businessId, name: 'proof' })
  return { businessId, apiKey }
}

/** Creates a vehicle that is available all day. */
export async function addVan(app: App, businessId: string): Promise<void> {
  await createVehicle(app, businessId, {
    name: 'Proof van',
    capacityLbs: null,
    temperatureClasses: ['DRY'],
    shiftStart: '00:00',
    shiftEnd: '23:59',
    maxStops: null,
    driverId: null,
    depotId: null,
  })
}
