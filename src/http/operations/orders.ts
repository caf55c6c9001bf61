// Handlers for deliveries: writing, listing, canceling and repeating them, the orders' table, and changes by hand.
import { Readable } from 'node:stream'
import { cancelOrder } from '../../app/orders/cancel-order.ts'
import { daysThatFit } from '../../app/orders/days-that-fit.ts'
import { exportOrders, exportWorkbook } from '../../app/orders/export-orders.ts'
import { findCandidates } from '../../app/orders/find-candidates.ts'
import { getOrder } from '../../app/orders/get-order.ts'
import { listOrders } from '../../app/orders/list-orders.ts'
import { setStreetHours } from '../../app/orders/set-street-hours.ts'
import { chooseLocation, chosenOf } from '../../app/orders/choose-location.ts'
import { retryGeocoding } from '../../app/orders/retry-geocoding.ts'
import { putOrder } from '../../app/orders/put-order.ts'
import { putOrders } from '../../app/orders/put-orders.ts'
import { readOrder } from '../../app/orders/read-order.ts'
import { repeatOrder } from '../../app/orders/repeat-order.ts'
import { suggestAddresses } from '../../app/orders/suggest-addresses.ts'
import * as table from '../../app/orders/search-orders.ts'
import { silentRoutes } from '../../app/orders/silent-routes.ts'
import * as views from '../../app/orders/views.ts'
import * as hand from '../../app/orders/edit-orders.ts'
import { suggestPositions } from '../../app/routes/manual/offer-places.ts'
import * as byHand from '../../contract/manual-planning.ts'
import * as screen from '../../contract/office/orders.ts'
import * as deeds from '../../contract/order-actions.ts'
import * as orders from '../../contract/orders.ts'
import { roleHasPermission } from '../../domain/users/permissions.ts'
import { batchToWire, ordersOf } from '../batch.ts'
import { offerOf } from '../input.ts'
import { idOf, pageReply } from './answers.ts'
import { byKey, office, type OfficeContext, workOwnerOf } from './operation.ts'

/** Zones and dates restrict people of the office, but not an order system. */
const BY_API = { maySetZonesAside: true, override: true } as const

const inOffice = ({ session }: OfficeContext, { override }: { override: boolean | null }): hand.ManualEdit => ({
  maySetZonesAside: roleHasPermission(session.role, 'setZonesAside'),
  override,
})

const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export const orderOperations = [
  byKey(
    orders.putOrder,
    (ctx, { body }) => putOrder(ctx, body),
    ({ outcome, order }) => ({ status: outcome === 'created' ? 201 : 200, data: order }),
  ),
  byKey(
    orders.putOrders,
    (ctx, { body }) => putOrders(ctx, ordersOf(body.orders)),
    (results) => ({ status: 200, data: batchToWire(results) }),
  ),
  byKey(orders.getOrder, (ctx, { params }) => getOrder(ctx, params.external_ref)),
  byKey(orders.listOrders, (ctx, { query }) => listOrders(ctx, query), pageReply),
  byKey(orders.cancelOrder, (ctx, { params }) => cancelOrder(ctx, params.external_ref, null)),
  office(orders.cancelOrder, (ctx, { params, body }) => hand.cancelById(ctx, params.order_uuid, body.reason)),
  byKey(deeds.readOrderDetails, async (ctx, { params }) => readOrder(ctx, await idOf(ctx, params))),
  office(deeds.readOrderDetails, (ctx, { params }) => readOrder(ctx, params.order_uuid)),
  byKey(deeds.readOrderDays, async (ctx, { params }) => daysThatFit(ctx, await idOf(ctx, params))),
  office(deeds.readOrderDays, (ctx, { params }) => daysThatFit(ctx, params.order_uuid)),
  byKey(deeds.repeatOrder, async (ctx, { params, body }) =>
    repeatOrder(ctx, await idOf(ctx, params), { externalRef: body.external_ref, ...offerOf(body) }, BY_API),
  ),
  office(deeds.repeatOrder, (ctx, { params, body }) =>
    repeatOrder(ctx, params.order_uuid, { externalRef: body.external_ref, ...offerOf(body) }, inOffice(ctx, body)),
  ),
  byKey(byHand.readOrderPlaces, async (ctx, { params }) => suggestPositions(ctx, await idOf(ctx, params))),
  office(byHand.readOrderPlaces, (ctx, { params }) => suggestPositions(ctx, params.order_uuid)),
  office(screen.searchOrders, (ctx, { query }) => table.listOrders(ctx, query)),
  office(screen.exportOrders, async (ctx, { query }, { reply }) => {
    void reply.header('Content-Disposition', 'attachment; filename="orders.csv"').type('text/csv; charset=utf-8')
    await reply.send(Readable.from(exportOrders(ctx, query)))
  }),
  office(screen.exportWorkbook, async (ctx, { query }, { reply }) => {
    const workbook = await exportWorkbook(ctx, query)
    void reply.header('Content-Disposition', 'attachment; filename="orders.xlsx"').type(WORKBOOK)
    await reply.send(Buffer.from(workbook))
  }),
  office(screen.addOrder, (ctx, { body }) => hand.addOrder(ctx, body.order, inOffice(ctx, body))),
  office(screen.editOrder, (ctx, { params, body }) =>
    hand.editOrder(ctx, params.order_uuid, body, inOffice(ctx, body)),
  ),
  office(screen.findCandidates, (ctx, { params }) => findCandidates(ctx, params.order_uuid)),
  office(screen.suggestAddresses, (ctx, { query }) =>
    ctx.workLimiters.suggestions.hold(workOwnerOf(ctx), () => suggestAddresses(ctx, query.typed)),
  ),
  office(deeds.chooseLocation, (ctx, { params, body }) =>
    chooseLocation(ctx, params.order_uuid, chosenOf(body), body.version),
  ),
  byKey(deeds.chooseLocation, async (ctx, { params, body }) =>
    chooseLocation(ctx, await idOf(ctx, params), chosenOf(body), body.version),
  ),
  office(deeds.setStreetHours, (ctx, { params, body }) => setStreetHours(ctx, params.order_uuid, body.street_hours)),
  byKey(deeds.setStreetHours, async (ctx, { params, body }) =>
    setStreetHours(ctx, await idOf(ctx, params), body.street_hours),
  ),
  office(screen.setServiceMinutes, (ctx, { params, body }) =>
    hand.setServiceMinutes(ctx, params.order_uuid, body.service_minutes, body.version),
  ),
  office(screen.assignDate, (ctx, { body }) =>
    hand.assignDate(
      ctx,
      body.order_uuids,
      { day: body.delivery_date, offSentRoutes: body.off_sent_routes ?? false },
      inOffice(ctx, body),
    ),
  ),
  office(screen.lookUpAgain, async (ctx, { body }) => ({ orders: await retryGeocoding(ctx, body.order_uuids) })),
  office(screen.silentRoutes, (ctx, { body }) => silentRoutes(ctx, body.order_uuids)),
  office(screen.readViews, (ctx) => views.readViews(ctx, ctx.session.userId)),
  office(screen.saveView, (ctx, { body }) => views.saveView(ctx, ctx.session.userId, body)),
  office(screen.deleteView, (ctx, { body }) => views.deleteView(ctx, ctx.session.userId, body.name)),
  office(screen.cancelOrders, (ctx, { body }) => hand.cancelOrders(ctx, body.order_uuids, body.reason)),
]
