// The orders' table, one order, and what a dispatcher does to orders by hand.
import { Readable } from 'node:stream'
import { daysThatFit } from '../../app/orders/days-that-fit.ts'
import { exportOrders, exportWorkbook } from '../../app/orders/export-orders.ts'
import { findCandidates } from '../../app/orders/find-candidates.ts'
import { listOrders } from '../../app/orders/search-orders.ts'
import { lookUpAgain } from '../../app/orders/look-up-again.ts'
import { movePin } from '../../app/orders/move-pin.ts'
import { silentRoutes } from '../../app/orders/silent-routes.ts'
import { readOrder } from '../../app/orders/read-order.ts'
import { repeatOrder } from '../../app/orders/repeat-order.ts'
import * as views from '../../app/orders/views.ts'
import * as hand from '../../app/orders/write-by-hand.ts'
import * as contract from '../../contract/office/orders.ts'
import { mayAs } from '../../domain/users/permissions.ts'
import { office, type OfficeContext } from '../operation.ts'
import { offerOf } from '../input.ts'

export const orderBindings = [
  office(contract.listOrders, (ctx, { query }) => listOrders(ctx, query)),
  office(contract.exportOrders, async (ctx, { query }, { reply }) => {
    void reply.header('Content-Disposition', 'attachment; filename="orders.csv"').type('text/csv; charset=utf-8')
    await reply.send(Readable.from(exportOrders(ctx, query)))
  }),
  office(contract.exportWorkbook, async (ctx, { query }, { reply }) => {
    const workbook = await exportWorkbook(ctx, query)
    void reply.header('Content-Disposition', 'attachment; filename="orders.xlsx"').type(WORKBOOK)
    await reply.send(Buffer.from(workbook))
  }),
  office(contract.readOrder, (ctx, { params }) => readOrder(ctx, params.order_uuid)),
  office(contract.addOrder, (ctx, { body }) => hand.addOrder(ctx, body.order, byHand(ctx, body))),
  office(contract.editOrder, (ctx, { params, body }) =>
    hand.editOrder(ctx, params.order_uuid, body, byHand(ctx, body)),
  ),
  office(contract.cancelOrder, (ctx, { params, body }) => hand.cancelById(ctx, params.order_uuid, body.reason)),
  office(contract.repeatOrder, (ctx, { params, body }) =>
    repeatOrder(ctx, params.order_uuid, { externalRef: body.external_ref, ...offerOf(body) }, byHand(ctx, body)),
  ),
  office(contract.daysThatFit, (ctx, { params }) => daysThatFit(ctx, params.order_uuid)),
  office(contract.findCandidates, (ctx, { params }) => findCandidates(ctx, params.order_uuid)),
  office(contract.movePin, (ctx, { params, body }) => movePin(ctx, params.order_uuid, body)),
  office(contract.setServiceMinutes, (ctx, { params, body }) =>
    hand.setServiceMinutes(ctx, params.order_uuid, body.service_minutes, body.version),
  ),
  office(contract.assignDate, (ctx, { body }) =>
    hand.assignDate(
      ctx,
      body.order_uuids,
      { day: body.delivery_date, offSentRoutes: body.off_sent_routes ?? false },
      byHand(ctx, body),
    ),
  ),
  office(contract.lookUpAgain, async (ctx, { body }) => ({ orders: await lookUpAgain(ctx, body.order_uuids) })),
  office(contract.silentRoutes, (ctx, { body }) => silentRoutes(ctx, body.order_uuids)),
  office(contract.readViews, (ctx) => views.readViews(ctx, ctx.session.userId)),
  office(contract.saveView, (ctx, { body }) => views.saveView(ctx, ctx.session.userId, body)),
  office(contract.deleteView, (ctx, { body }) => views.deleteView(ctx, ctx.session.userId, body.name)),
  office(contract.cancelOrders, (ctx, { body }) => hand.cancelOrders(ctx, body.order_uuids, body.reason)),
]

const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const byHand = ({ session }: OfficeContext, { override }: { override: boolean | null }): hand.ByHand => ({
  maySetZonesAside: mayAs(session.role, 'setZonesAside'),
  override,
})
