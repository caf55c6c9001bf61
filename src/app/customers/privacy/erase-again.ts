// After a restore, erases again every customer of the restored data who is on the list of erased customers.
import { erasureKey, keysOfOrders, type OrderKeys } from '../../../store/privacy/erasures.ts'
import { findPhonePlace } from '../../../store/settings/businesses.ts'
import { operatorContext } from '../../business/audited-change.ts'
import type { App, Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { ErasedLine } from '../../ports/erased-list.ts'
import { erasePerson } from './erase-person.ts'
import { phoneOf } from './find-person.ts'
import { digest } from './list-erased.ts'

const PAGE = 1_000

/** Erases listed customers even if their deliveries are under way. Returns the number of erased deliveries. */
export async function eraseAgain(app: App, list: readonly ErasedLine[]): Promise<number> {
  let deliveries = 0
  for (const [businessId, lines] of Map.groupBy(list, (line) => line.business_uuid)) {
    const ctx = await operatorContext(app, businessId).catch(ignoreErased)
    if (ctx) deliveries += await eraseListed(ctx, new Set(lines.flatMap((line) => line.digests)))
  }
  return deliveries
}

/**
 * Ignores `missing` errors: the business doesn't exist, or the customer was already erased with an earlier delivery of
 * the list.
 */
function ignoreErased(error: unknown): null {
  if (error instanceof AppError && error.kind === 'missing') return null
  throw error
}

async function eraseListed(ctx: Context, listed: ReadonlySet<string>): Promise<number> {
  const { key, place } = await ctx.read(async (tx) => ({ key: await erasureKey(tx), place: await findPhonePlace(tx) }))
  let deliveries = 0
  for (let after: string | null = null; ; ) {
    const page: OrderKeys[] = await ctx.read((tx) => keysOfOrders(tx, after, PAGE))
    for (const { externalRef, customerPhone, customerEmail } of page) {
      const isOn = (kind: 'phone' | 'email' | 'ref', value: string) => listed.has(digest(key, kind, value))
      const phone = phoneOf({ customerPhone }, place).find((one) => isOn('phone', one)) ?? null
      const email = customerEmail && isOn('email', customerEmail.toLowerCase()) ? customerEmail : null
      const external_ref = isOn('ref', externalRef) ? externalRef : null
      if (phone ?? email ?? external_ref)
        deliveries +=
          (await erasePerson(ctx, { phone, email, external_ref }, true).catch(ignoreErased))?.orders_count ?? 0
    }
    const last = page.at(-1)
    if (!last || page.length < PAGE) return deliveries
    after = last.orderId
  }
}
