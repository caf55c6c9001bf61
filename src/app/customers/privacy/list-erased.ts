// Lists erased customers outside the database, so that they can be erased again after the restore of an older backup.
import { createHmac } from 'node:crypto'
import { erasureKey } from '../../../store/privacy/erasures.ts'
import type { Context } from '../../context.ts'
import type { ErasedPerson } from './erased-person.ts'

/** Keyed digest of a search key. The key prevents guessing the customer from the list. */
export const digest = (key: Buffer, kind: 'phone' | 'email' | 'ref', value: string): string =>
  createHmac('sha256', key).update(`${kind}:${value}`).digest('base64')

/** Adds digests of the customer's search keys. Adding them twice does no harm. */
export async function listErased(ctx: Context, person: ErasedPerson, erasedAt: Date): Promise<void> {
  const key = await ctx.read((tx) => erasureKey(tx))
  const digests = [
    ...person.phones.map((phone) => digest(key, 'phone', phone)),
    ...person.emails.map((email) => digest(key, 'email', email)),
    ...person.refs.map(([ref]) => digest(key, 'ref', ref)),
  ]
  await ctx.erasedList.add({ business_uuid: ctx.businessId, erased_at: erasedAt.toISOString(), digests })
}
