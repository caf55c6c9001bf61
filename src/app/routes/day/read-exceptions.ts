// GET /exceptions of the office: problems of a day that need attention.
import type { ExceptionsOut } from '../../../contract/exceptions.ts'
import { readFailedShops } from '../../../store/connectors/payloads.ts'
import { failedDeliveriesOn, lostMessagesOn } from '../../../store/routes/exceptions.ts'
import { readFailingEndpoints } from '../../../store/webhooks/webhook-endpoints.ts'
import { streetReportsOn, streetReportsToWire } from '../../driving/report-street.ts'
import type { Tx } from '../../../store/database.ts'
import type { Context } from '../../context.ts'
import { lateTaps } from './late-taps.ts'

/** Maximum entries of each kind, newest first. Nobody reads more of them one by one. */
const MAX_COUNT = 50

export async function readExceptions(ctx: Context, date: string): Promise<ExceptionsOut> {
  const { reports, ...others } = await ctx.read((tx) => readStored(ctx, tx, date))
  return { ...others, streets: await streetReportsToWire(ctx, reports) }
}

async function readStored(ctx: Context, tx: Tx, date: string) {
  return {
    reports: await streetReportsOn(ctx, tx, date),
    late_taps: await lateTaps(ctx, tx, date),
    failed: (await failedDeliveriesOn(tx, date, MAX_COUNT)).map((one) => ({
      order_uuid: one.orderId,
      external_ref: one.externalRef,
      customer_name: one.customerName,
      route_name: one.routeName,
      reason: one.reason,
    })),
    messages: (await lostMessagesOn(tx, date, MAX_COUNT)).map((one) => ({
      kind: one.kind,
      order_uuid: one.orderId,
      external_ref: one.externalRef,
      route_name: one.routeName,
    })),
    webhooks: (await readFailingEndpoints(tx)).flatMap(({ endpointId, url, failingSince }) =>
      failingSince ? [{ endpoint_uuid: endpointId, url, failing_since: failingSince.toISOString() }] : [],
    ),
    shops: (await readFailedShops(tx)).map(({ connectorId, ...shop }) => ({ connector_uuid: connectorId, ...shop })),
  }
}
