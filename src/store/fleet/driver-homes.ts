// The links of drivers' own pages: one that works for each driver at most, and those that have ended.
import { insertOwn, selectOwn, updateOwn } from '../own.ts'
import type { Tx } from '../database.ts'

/** The link's id; null while there is none. */
export async function findHome(tx: Tx, driverId: string): Promise<string | null> {
  const row = await selectOwn(tx, 'driverHomes', { driverId })
    .select('homeId')
    .where('endedAt', 'is', null)
    .executeTakeFirst()
  return row?.homeId ?? null
}

/** The caller holds the driver's lock, and ended the link before. */
export async function insertHome(
  tx: Tx,
  { now, ...home }: { homeId: string; driverId: string; hash: Buffer; now: Date },
): Promise<void> {
  await insertOwn(tx, 'driverHomes', { ...home, madeAt: now }).execute()
}

export async function endHome(tx: Tx, driverId: string, now: Date): Promise<void> {
  await updateOwn(tx, 'driverHomes', { driverId }).set({ endedAt: now }).where('endedAt', 'is', null).execute()
}
