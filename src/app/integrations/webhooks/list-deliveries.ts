// GET /webhooks/subscriptions/{endpoint_uuid}/deliveries (docs/spec/webhooks.md#endpoints).
import type { DeliveriesQuery } from '../../../contract/webhooks.ts'
import { deliveryPage } from '../../../store/webhooks/webhook-deliveries.ts'
import type { Context } from '../../context.ts'
import { readCursor, writeCursor } from '../../cursor.ts'
import { deliveryToWire } from './endpoint-wire.ts'
import { requireEndpoint } from './find-or-refuse.ts'

const DEFAULT_LIMIT = 50

interface Cursor {
  after: string
}

export async function listDeliveries(ctx: Context, endpointId: string, query: DeliveriesQuery) {
  await requireEndpoint(ctx, endpointId)
  const list = `deliveries of ${endpointId}`
  const after = query.cursor === undefined ? null : (readCursor(ctx, list, query.cursor) as Cursor).after
  const limit = query.limit ?? DEFAULT_LIMIT

  // Read one row more than requested, to learn whether there is a next page.
  const found = await ctx.read((tx) => deliveryPage(tx, endpointId, after, limit + 1))
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1) : undefined
  return {
    items: page.map(deliveryToWire),
    nextCursor: last ? writeCursor(ctx, list, { after: last.deliveryId } satisfies Cursor) : null,
  }
}
