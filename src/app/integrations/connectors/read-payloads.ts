// Lists the payloads of a connection, shows how a mapping reads one, and takes payloads again.
import { MAX_CONNECTOR_RETRIES } from '../../../contract/limits.ts'
import type { MappingBody, PayloadLogOut, PayloadLogQuery, PreviewOut } from '../../../contract/office/connectors.ts'
import { readShopOrder } from '../../../domain/connectors/shop-order.ts'
import { audit } from '../../../store/audit/audit.ts'
import { type Connector, findConnector } from '../../../store/connectors/connectors.ts'
import { findPayload, lockPayload, payloadPage, type PayloadPlace } from '../../../store/connectors/payloads.ts'
import { findOrder } from '../../../store/orders/orders.ts'
import { fromString } from '../../../texts/as-string.ts'
import type { Context } from '../../context.ts'
import { readCursor, writeCursor } from '../../cursor.ts'
import { missing } from '../../errors.ts'
import { mappingFromWire, notFoundError } from './manage-connectors.ts'
import { connectorContext } from './receive-payload.ts'
import { faultsOf, takePayload, withDefaultDate } from './take-payload.ts'

const PAGE = 20
const LIST = 'payloads of shops'

async function required(ctx: Context, connectorId: string): Promise<Connector> {
  const connector = await ctx.read((tx) => findConnector(tx, connectorId))
  if (!connector) throw notFoundError()
  return connector
}

export async function listPayloads(ctx: Context, query: PayloadLogQuery): Promise<PayloadLogOut> {
  const { connector_uuid: connectorId } = query
  await required(ctx, connectorId)
  const after = query.cursor ? (readCursor(ctx, LIST, query.cursor) as PayloadPlace) : null
  // Read one row more than shown, to learn whether there is a next page.
  const found = await ctx.read((tx) =>
    payloadPage(tx, connectorId, { status: query.status ?? null, after, limit: PAGE + 1 }),
  )
  const page = found.slice(0, PAGE)
  const last = found.length > PAGE ? page.at(-1) : undefined
  return {
    payloads: page.map((payload) => ({
      payload_uuid: payload.payloadId,
      external_ref: payload.externalRef,
      order_uuid: payload.orderId,
      status: payload.status,
      reason: payload.reason === null ? null : ctx.say(fromString(payload.reason)),
      received_at: payload.receivedAt.toISOString(),
      body: payload.body,
    })),
    next_cursor: last ? writeCursor(ctx, LIST, { receivedAt: last.place, payloadId: last.payloadId }) : null,
  }
}

/** Returns the delivery that a stored payload would become with this mapping. Changes nothing. */
export async function previewMapping(
  ctx: Context,
  connectorId: string,
  { payload_uuid: payloadId, mapping: given }: { payload_uuid: string; mapping: MappingBody },
): Promise<PreviewOut> {
  const { kind } = await required(ctx, connectorId)
  const mapping = mappingFromWire(given)
  const payload = await ctx.read((tx) => findPayload(tx, connectorId, { payloadId }))
  if (!payload?.body) throw missing('payload with that id')
  const read = readShopOrder(kind, mapping, payload.body, { defaultDate: null, timeZone: ctx.timeZone })
  const externalRef = (payload.orderId && payload.externalRef) || read.externalRef
  const current = externalRef ? await ctx.read((tx) => findOrder(tx, externalRef)) : null
  const body = { ...withDefaultDate(ctx, mapping, read, current), external_ref: externalRef }
  const filled = Object.entries(body).filter(([, value]) => value !== null && value !== undefined)
  return {
    order: Object.fromEntries(filled),
    faults: faultsOf(body, read).map(({ field, fault }) => ({ field, message: ctx.say(fault) })),
    left_out: read.leftOut && ctx.say(read.leftOut),
  }
}

/** Takes stored payloads again, with the current mapping. Returns how many became or changed a delivery. */
export async function retryPayloads(ctx: Context, connectorId: string, payloadIds: readonly string[]) {
  const connector = await required(ctx, connectorId)
  const acting = connectorContext(ctx, { ...ctx, connectorId }, ctx.requestId)
  let taken = 0
  for (const payloadId of payloadIds.slice(0, MAX_CONNECTOR_RETRIES)) {
    const known = await ctx.read((tx) => findPayload(tx, connectorId, { payloadId }))
    if (!known?.body) throw missing('payload with that id')
    const read = readShopOrder(connector.kind, connector.mapping, known.body, {
      defaultDate: null,
      timeZone: ctx.timeZone,
    })
    const { status } = await takePayload(acting, connector, read, {
      known,
      lock: async (tx) => {
        const row = await lockPayload(tx, connectorId, { payloadId })
        // A payload that the shop sent meanwhile is newer.
        return row?.receivedAt.getTime() === known.receivedAt.getTime() ? row : null
      },
    })
    if (status === 'TAKEN') taken++
  }
  await ctx.write(async (tx) => {
    const detail = { payloads: payloadIds.length, taken }
    audit(tx, ctx, { action: 'connector.payloads_retried', entity: 'connector', entityId: connectorId, detail })
  })
  return { taken, remaining: payloadIds.length - taken }
}
