// GET /key: the permissions of the request's own key, and its business (docs/spec/authentication.md#keys).
import type { DataOf } from '../../../contract/endpoint.ts'
import { dayToWire } from '../../../contract/fields.ts'
import type * as apiKey from '../../../contract/key.ts'
import { KEY_SCOPE_NAMES } from '../../../domain/users/permissions.ts'
import { readKeys } from '../../../store/keys/api-keys.ts'
import { findBusiness } from '../../../store/settings/businesses.ts'
import type { Context } from '../../context.ts'
import { missing } from '../../errors.ts'
import { instant } from '../../orders/order-wire.ts'

export async function readKey(ctx: Context): Promise<DataOf<typeof apiKey.readKey>> {
  const { keys, business } = await ctx.read(async (tx) => ({
    keys: await readKeys(tx),
    business: await findBusiness(tx),
  }))
  const key = keys.find(({ keyId }) => keyId === ctx.actor.id)
  if (!key || !business) throw missing('such key')
  return {
    key_uuid: key.keyId,
    name: key.name,
    prefix: key.prefix,
    scopes: key.scopes ?? KEY_SCOPE_NAMES,
    allowed_addresses: key.allowedAddresses,
    created_at: key.createdAt.toISOString(),
    expires_at: instant(key.expiresAt),
    test: ctx.isTest,
    business: {
      name: business.name,
      time_zone: ctx.timeZone,
      today: dayToWire(ctx.calendar.dayOf(ctx.now)),
    },
  }
}
