// Links to driver pages: at most one valid link per driver, and the ended links.
import { insertOwn, selectOwn, updateOwn } from '../own.ts'
import type { Tx } from '../database.ts'

/** Returns the ID of the driver's valid link. Null if there is none. */
export async function findDriverPageLink(tx: Tx, driverId: string): Promise<string | null> {
  const row = await selectOwn(tx, 'driverHomes', { driverId })
    .select('homeId')
    .where('endedAt', 'is', null)
    .executeTakeFirst()
  return row?.homeId ?? null
}

/** Adds a link. The caller must hold the driver's lock and have ended the previous link. */
export async function insertDriverPageLink(
  tx: Tx,
  { now, ...home }: { homeId: string; driverId: string; hash: Buffer; now: Date },
): Promise<void> {
  await insertOwn(tx, 'driverHomes', { ...home, madeAt: now }).execute()
}

export async function endDriverPageLink(tx: Tx, driverId: string, now: Date): Promise<void> {
  await updateOwn(tx, 'driverHomes', { driverId }).set({ endedAt: now }).where('endedAt', 'is', null).execute()
}
