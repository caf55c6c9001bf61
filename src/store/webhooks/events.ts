// All events of a business, in the order in which they happened, and the deliveries of these events to its endpoints.
import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import { allFacts, type EventFacts, type FactsThatApply, NO_FACTS } from '../../domain/webhooks/event.ts'
import { DEFAULT_EVENTS, type EventName } from '../../domain/webhooks/event-names.ts'
import { firstIdAt } from '../../domain/ordered-id.ts'
import { feedLock, sendSqlText, type Tx } from '../database.ts'
import { rowsParameter, insertStatement, insertMany } from '../bulk-write.ts'

interface NewEvent {
  eventId: string
  event: EventName
  facts: FactsThatApply
  at: Date
}

export interface LoggedEvent extends NewEvent {
  facts: EventFacts
}

/** SQL for the events that endpoint `e` subscribes to. */
const subscribedEventsSql = `case when e.events = '{}' then '{${DEFAULT_EVENTS.join()}}'::text[] else e.events end`

/**
 * SQL that inserts a delivery of each event `k` to each subscribed endpoint, due at $2. The ID of a delivery follows
 * from both, in the order of the events, so that a resent event is the same delivery. Endpoints can't be removed before
 * the transaction ends, so that a removal sees all deliveries. A paused endpoint gets the delivery when it resumes.
 * Changes of expected arrivals count in steps of the endpoint's own minutes. A shop only gets events of its own orders
 * and of their repeats.
 */
const insertDeliveriesSql = (events: string, to: string): string => `
  insert into webhook_deliveries (business_uuid, delivery_id, endpoint_uuid, event, facts, external_ref, order_uuid,
                                  stop_uuid, route_uuid, next_attempt_at, created_at)
  select e.business_uuid,
    (left(k.event_uuid::text, 26) || left(md5(e.endpoint_uuid::text || k.event_uuid::text), 10))::uuid, e.endpoint_uuid,
    k.event, '${JSON.stringify(NO_FACTS)}'::jsonb || k.facts, k.facts->>'external_ref',
    (k.facts->>'order_uuid')::uuid, (k.facts->>'stop_uuid')::uuid, (k.facts->>'route_uuid')::uuid, $2::timestamptz, $2::timestamptz
  from ${events} k
  cross join (
    select business_uuid, endpoint_uuid, events, eta_change_minutes, connector_uuid from webhook_endpoints e
    where e.business_uuid = $3::uuid and e.deleted_at is null and ${to}
    order by e.endpoint_uuid for key share) e
  where k.event = any(${subscribedEventsSql})
    and (k.event <> 'stop.eta_changed'
      or (k.facts->>'late_minutes')::integer / e.eta_change_minutes
        <> (k.facts->>'previous_late_minutes')::integer / e.eta_change_minutes)
    and (e.connector_uuid is null or e.connector_uuid in (select connectors_of((k.facts->>'order_uuid')::uuid)))
  order by k.position, e.endpoint_uuid`

const INSERT = insertStatement('events', ['businessId', 'eventId', 'event', 'facts', 'at'])

// Endpoints without a subscription to one of these events are not locked. Otherwise, every new order would lock the
// rows of all endpoints.
const INSERT_WITH_DELIVERIES = `with logged as (${INSERT} returning *) ${insertDeliveriesSql('logged', `${subscribedEventsSql} && $4::text[]`)}`

/** SQL for whether an endpoint of the business subscribes to the event. */
export const hasSubscriberSql = (business: RawBuilder<unknown>, event: EventName) => sql<boolean>`exists (
  select from webhook_endpoints e
  where e.business_uuid = ${business}::uuid and e.deleted_at is null and ${sql.lit(event)} = any(${sql.raw(subscribedEventsSql)}))`

/**
 * Writes the events and their deliveries to endpoints in one statement. Pipelined. If the caller knows that no endpoint
 * subscribes to them (`areHeard` is false), only logs them, which takes the database half the time.
 */
export function insertEvents(tx: Tx, events: readonly NewEvent[], now: Date, areHeard = true): void {
  if (events.length === 0) return
  const rows = events.map((event) => ({ businessId: tx.businessId, ...event }))
  if (areHeard)
    sendSqlText(tx, INSERT_WITH_DELIVERIES, [rowsParameter(rows), now, tx.businessId, events.map(({ event }) => event)])
  else insertMany(tx, 'events', rows)
}

const REPLAY = `
  ${insertDeliveriesSql(
    '(select * from events where business_uuid = $3::uuid and at >= $4::timestamptz and at < $5::timestamptz)',
    'e.endpoint_uuid = $1::uuid',
  )}
  on conflict (business_uuid, delivery_id) do update
    set status = 'PENDING', schedule_start = webhook_deliveries.attempt_count, next_attempt_at = excluded.next_attempt_at,
        settled_at = null`

/** Sends the events of the period to the endpoint, including those that were already sent. Returns their number. */
export async function replayEvents(
  tx: Tx,
  endpointId: string,
  { from, until }: { from: Date; until: Date },
  now: Date,
): Promise<number> {
  const replay = CompiledQuery.raw(REPLAY, [endpointId, now, tx.businessId, from, until])
  const { numAffectedRows } = await tx.executeQuery(replay)
  return Number(numAffectedRows ?? 0)
}

/** Counts the events of the period, up to `most`. */
export async function countEvents(tx: Tx, { from, until }: { from: Date; until: Date }, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select from events
      where business_uuid = ${tx.businessId}::uuid and at >= ${from}::timestamptz and at < ${until}::timestamptz
      limit ${most}) k`.execute(tx)
  return rows[0]?.count ?? 0
}

/**
 * Returns the position up to which the log may be read. Null if the log is empty. Must run in its own transaction. The
 * exclusive lock waits for every writer that has a position, and each later writer gets a later position
 * (docs/decisions/005).
 */
export async function eventHorizon(tx: Tx): Promise<string | null> {
  await sql.raw(feedLock(tx.businessId)).execute(tx)
  const { rows } = await sql<{ newest: string | null }>`
    select max(position)::text as newest from events where business_uuid = ${tx.businessId}::uuid`.execute(tx)
  return rows[0]?.newest ?? null
}

/**
 * Returns events up to the horizon: those after the event `after`, or those from the first one logged since `since`, or
 * the oldest ones.
 */
export async function eventPage(
  tx: Tx,
  { after, since }: { after?: string | undefined; since?: Date | undefined },
  horizon: string,
  limit: number,
): Promise<LoggedEvent[]> {
  let following = sql``
  if (after)
    following = sql`and position > (
        select position from events where business_uuid = ${tx.businessId}::uuid and event_uuid = ${after}::uuid)`
  else if (since)
    following = sql`and position >= (
        select min(position) from events
        where business_uuid = ${tx.businessId}::uuid and at >= ${since}::timestamptz
          and event_uuid >= ${firstIdAt(since)}::uuid)`
  const { rows } = await sql<LoggedEvent>`
    select event_uuid, event, facts, at from events
    where business_uuid = ${tx.businessId}::uuid and position <= ${horizon}::bigint ${following}
    order by position limit ${limit}`.execute(tx)
  return rows.map(({ eventId, event, facts, at }) => ({ eventId, event, facts: allFacts(facts), at }))
}

export async function findEvent(tx: Tx, eventId: string): Promise<{ at: Date } | null> {
  const { rows } = await sql<{ at: Date }>`
    select at from events where business_uuid = ${tx.businessId}::uuid and event_uuid = ${eventId}::uuid`.execute(tx)
  return rows[0] ?? null
}

export async function oldestEvent(tx: Tx): Promise<Pick<LoggedEvent, 'eventId' | 'at'> | null> {
  const { rows } = await sql<{ eventId: string; at: Date }>`
    select event_uuid, at from events where business_uuid = ${tx.businessId}::uuid order by position limit 1`.execute(
    tx,
  )
  return rows[0] ?? null
}
