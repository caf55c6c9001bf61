// Times of stops: the plan, the forecast, and the ranges that were given to customers.
import { sql } from 'kysely'
import type { Tx } from '../database.ts'
import type { Stop } from './stops.ts'

/** Writes the timing of stops in one statement. */
export async function saveTimings(tx: Tx, stops: readonly Stop[]): Promise<void> {
  if (stops.length === 0) return
  const column = <T>(read: (stop: Stop) => T) => stops.map(read)
  await sql`
    update stops s set sequence = k.sequence, trip = k.trip, leg_meters = k.meters, leg_seconds = k.seconds,
                       planned_arrival = k.arrival, planned_departure = k.departure, eta = k.eta,
                       eta_from = k.eta_from, eta_to = k.eta_to
    from unnest(${column((s) => s.stopId)}::uuid[], ${column((s) => s.sequence)}::int[],
                ${column((s) => s.trip)}::int[],
                ${column((s) => s.legMeters)}::float8[], ${column((s) => s.legSeconds)}::float8[],
                ${column((s) => s.plannedArrival)}::timestamptz[], ${column((s) => s.plannedDeparture)}::timestamptz[],
                ${column((s) => s.eta)}::timestamptz[], ${column((s) => s.etaRange?.from ?? null)}::timestamptz[],
                ${column((s) => s.etaRange?.to ?? null)}::timestamptz[])
         as k (id, sequence, trip, meters, seconds, arrival, departure, eta, eta_from, eta_to)
    where s.business_uuid = ${tx.businessId}::uuid and s.stop_uuid = k.id`.execute(tx)
}

/** Records the ranges that were given to the customers. */
export async function saveTold(tx: Tx, stops: readonly Pick<Stop, 'stopId' | 'told' | 'noticeAt'>[]): Promise<void> {
  if (stops.length === 0) return
  await sql`
    update stops s set told_from = k.told_from, told_to = k.told_to, notice_at = k.notice_at
    from unnest(${stops.map(({ stopId }) => stopId)}::uuid[], ${stops.map(({ told }) => told?.from ?? null)}::timestamptz[],
                ${stops.map(({ told }) => told?.to ?? null)}::timestamptz[],
                ${stops.map(({ noticeAt }) => noticeAt)}::timestamptz[])
         as k (id, told_from, told_to, notice_at)
    where s.business_uuid = ${tx.businessId}::uuid and s.stop_uuid = k.id`.execute(tx)
}
