// Ratios between roads and straight lines, summed over the distance tables of a business.
import { selectOwn } from '../own.ts'
import { sql } from 'kysely'
import type { RoadsName } from '../../domain/planning/costing.ts'
import type { RoadBand } from '../../domain/planning/calibration.ts'
import type { Tx } from '../database.ts'

/** Sums with more legs are halved when a table is added, so that new tables still count. */
const MAX_LEGS = 200_000

export async function roadBands(tx: Tx, source: RoadsName): Promise<RoadBand[]> {
  const columns = ['band', 'legs', 'straightMeters', 'roadMeters', 'roadSeconds'] as const
  return selectOwn(tx, 'roadBands', { source }).select(columns).execute()
}

export async function addRoadBands(tx: Tx, source: RoadsName, bands: readonly RoadBand[]): Promise<void> {
  const sorted = [...bands].sort((a, b) => a.band - b.band)
  const kept = sql`case when r.legs > ${MAX_LEGS} then 0.5 else 1 end`
  await sql`
    insert into road_bands as r (business_uuid, source, band, legs, straight_meters, road_meters, road_seconds)
    select ${tx.businessId}::uuid, ${source}, b.* from unnest(
      ${sorted.map(({ band }) => band)}::smallint[], ${sorted.map(({ legs }) => legs)}::float8[],
      ${sorted.map(({ straightMeters }) => straightMeters)}::float8[],
      ${sorted.map(({ roadMeters }) => roadMeters)}::float8[],
      ${sorted.map(({ roadSeconds }) => roadSeconds)}::float8[]) as b
    on conflict (business_uuid, source, band) do update set
      legs = excluded.legs + r.legs * ${kept},
      straight_meters = excluded.straight_meters + r.straight_meters * ${kept},
      road_meters = excluded.road_meters + r.road_meters * ${kept},
      road_seconds = excluded.road_seconds + r.road_seconds * ${kept}`.execute(tx)
}
