// The links of drivers' own pages: one that works for each driver at most, and those that have ended.
import type { Tx } from '../database.ts'

/** The link's id; null while there is none. */
export async function findHome(tx: Tx, driverId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('driverHomes')
    .select('homeId')
    .where('businessId', '=', tx.businessId)
    .where('driverId', '=', driverId)
    .where('endedAt', 'is', null)
    .executeTakeFirst()
  return row?.homeId ?? null
}

/** The caller holds the driver's lock, and ended the link before. */
export async function insertHome(
  tx: Tx,
  { now, ...home }: { homeId: string; driverId: string; hash: Buffer; now: Date },
): Promise<void> {
  await tx
    .insertInto('driverHomes')
    .values({ businessId: tx.businessId, ...home, madeAt: now })
    .execute()
}

export async function endHome(tx: Tx, driverId: string, now: Date): Promise<void> {
  await tx
    .updateTable('driverHomes')
    .set({ endedAt: now })
    .where('businessId', '=', tx.businessId)
    .where('driverId', '=', driverId)
    .where('endedAt', 'is', null)
    .execute()
}
