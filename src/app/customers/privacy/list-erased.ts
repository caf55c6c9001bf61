// The list of the erased outside of the database, for an older backup that is restored.
import { createHmac } from 'node:crypto'
import { erasureKey } from '../../../store/privacy/erasures.ts'
import type { Context } from '../../context.ts'
import type { ErasedPerson } from './erased-person.ts'

export const digest = (key: Buffer, kind: 'phone' | 'email' | 'ref', value: string): string =>
  createHmac('sha256', key).update(`${kind}:${value}`).digest('base64')

/** Digests of what the customer is found by. Twice there, it does no harm. */
export async function listErased(ctx: Context, person: ErasedPerson, erasedAt: Date): Promise<void> {
  const key = await ctx.read((tx) => erasureKey(tx))
  const digests = [
    ...person.phones.map((phone) => digest(key, 'phone', phone)),
    ...person.emails.map((email) => digest(key, 'email', email)),
    ...person.refs.map(([ref]) => digest(key, 'ref', ref)),
  ]
  await ctx.erasedList.add({ business_uuid: ctx.businessId, erased_at: erasedAt.toISOString(), digests })
}
