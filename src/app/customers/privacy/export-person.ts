// Exports a customer's data for the customer (docs/privacy.md#a-customer).
import type { ExportBody, PersonData } from '../../../contract/privacy.ts'
import { audit } from '../../../store/audit/audit.ts'
import { findRecurring } from '../../../store/orders/recurring-orders.ts'
import { stopsOf } from '../../../store/privacy/anonymize.ts'
import { type Proof, proofsOfStops, type ProofWithFault } from '../../../store/routes/proofs.ts'
import { refusedProofsOfStops } from '../../../store/routes/refused-proofs.ts'
import type { Context } from '../../context.ts'
import { readOrder } from '../../orders/read-order.ts'
import { proofLinks, proofUrl } from '../../driving/proofs/proof-links.ts'
import { idsOf, personOf, normalizeSearch } from './find-person.ts'

/** Deliveries per page. Reading one with all its details takes a dozen queries. */
const PAGE = 50

/** Exports a page of deliveries, oldest first. The first page is recorded in the audit log. */
export async function exportPerson(ctx: Context, { after, ...key }: ExportBody): Promise<PersonData> {
  const sought = await normalizeSearch(ctx, key)
  const { orderIds, templates } = await ctx.write(async (tx) => {
    const { orders, recurring } = await personOf(tx, sought)
    if (after === null) {
      const detail = { orders: orders.length }
      audit(tx, ctx, { action: 'person.exported', entity: 'business', entityId: ctx.businessId, detail })
    }
    const found = await Promise.all(recurring.map(({ recurringOrderId }) => findRecurring(tx, recurringOrderId)))
    return { orderIds: idsOf(orders).filter((id) => after === null || id > after), templates: found }
  })
  const page = orderIds.slice(0, PAGE)
  const deliveries: PersonData['deliveries'] = []
  for (const orderId of page) deliveries.push(await delivery(ctx, orderId))
  return {
    deliveries,
    recurring_orders:
      after === null
        ? templates.flatMap((one) => (one ? [{ external_ref: one.externalRef, order: { ...one.template } }] : []))
        : [],
    next_after: orderIds.length > PAGE ? (page.at(-1) ?? null) : null,
  }
}

async function delivery(ctx: Context, orderId: string): Promise<PersonData['deliveries'][number]> {
  const { order, rating, messages, replies, history } = await readOrder(ctx, orderId)
  const { proofs, late } = await ctx.read(async (tx) => {
    const stopIds = await stopsOf(tx, [orderId])
    const proofs = [...(await proofsOfStops(tx, stopIds)).values()].flat()
    return { proofs, late: await refusedProofsOfStops(tx, stopIds) }
  })
  return {
    order,
    rating,
    messages,
    replies,
    photos: proofs.length + late.length === 0 ? null : picturesOf(ctx, proofs, late),
    // The customer doesn't get the names of staff.
    history: history.map(({ at, action, detail }) => ({ at, action, detail })),
  }
}

/** Returns links to every stored picture, whether or not it counts as proof. */
function picturesOf(ctx: Context, proofs: readonly ProofWithFault[], late: readonly Proof[]) {
  const earlierSignatures = proofs.filter(({ kind }) => kind === 'SIGNATURE').slice(0, -1)
  const others = [...earlierSignatures, ...late].map(({ proofId }) => proofUrl(proofId, ctx.now, ctx))
  return { ...proofLinks(proofs, ctx.now, ctx), ...(others.length > 0 && { other_urls: others }) }
}
