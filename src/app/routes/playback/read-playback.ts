// Reads the history of a day, from which its state at any minute is reconstructed (docs/spec/routes.md#playback).
import { dayToWire } from '../../../contract/fields.ts'
import type { PlaybackOut } from '../../../contract/office/playback.ts'
import {
  historyBegins,
  type HistoryRow,
  messagesOf,
  namesOf,
  ordersOf,
  routeHistory,
  tapsOf,
} from '../../../store/routes/history.ts'
import { readRoutes } from '../../../store/routes/routes.ts'
import type { Context } from '../../context.ts'

/** Maximum entries per page. A day of 100 routes has about this number of entries. */
const MAX_ENTRIES = 20_000

type Entry = PlaybackOut['entries'][number]

export const readPlayback = (ctx: Context, day: string, after = '0'): Promise<PlaybackOut> =>
  ctx.stale('seconds').read(async (tx) => {
    const routes = await readRoutes(tx, { day })
    const routeIds = routes.map(({ routeId }) => routeId)
    const found = await routeHistory(tx, routeIds, Number(after), MAX_ENTRIES + 1)
    const rows = found.slice(0, MAX_ENTRIES)
    // Hide the state of a stop after it moved to a route outside the list, because that route may belong to another
    // depot.
    const isAway = ({ kind, state }: HistoryRow) => kind === 'STOP' && !routeIds.includes(String(state?.route_uuid))
    const entries = rows.map((row) => {
      const { at, recordId, kind } = row
      const state = isAway(row) ? null : row.state
      return { at: at.toISOString(), record_uuid: recordId, kind, state } as Entry
    })
    const idsIn = (kind: Entry['kind'], member: string): string[] => [
      ...new Set(
        rows.flatMap((row) => {
          const id = row.kind === kind && !isAway(row) ? row.state?.[member] : null
          return typeof id === 'string' ? [id] : []
        }),
      ),
    ]
    const orderIds = idsIn('STOP', 'order_uuid')
    const isFirst = after === '0'
    const taps = isFirst ? await tapsOf(tx, routeIds) : []
    const messages = await messagesOf(tx, isFirst ? routeIds : [], orderIds)
    const begins = await historyBegins(tx)
    return {
      date: dayToWire(day),
      begins: begins?.toISOString() ?? null,
      routes: routes.map(({ routeId, name, depot }) => ({ route_uuid: routeId, name, depot })),
      names: await namesOf(tx, idsIn('ROUTE', 'vehicle_uuid'), idsIn('ROUTE', 'driver_uuid')),
      orders: (await ordersOf(tx, orderIds)).map((order) => ({
        order_uuid: order.orderId,
        external_ref: order.externalRef,
        customer_name: order.customerName,
        lat: order.lat,
        lng: order.lng,
        window_start: order.windowStart,
        window_end: order.windowEnd,
      })),
      entries,
      taps: taps.map(({ at, kind, routeId, stopId, refused, lat, lng }) => ({
        at: at.toISOString(),
        kind,
        route_uuid: routeId,
        stop_uuid: stopId,
        refused,
        lat,
        lng,
      })),
      messages: messages.map(({ messageId, at, kind, channel, status, orderId, routeId }) => ({
        message_uuid: messageId,
        at: at.toISOString(),
        kind,
        channel,
        status,
        order_uuid: orderId,
        route_uuid: routeId,
      })),
      next: found.length > rows.length ? String(rows.at(-1)?.position) : null,
    }
  })
