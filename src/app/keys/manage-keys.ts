// The business's API keys as the office shows them; a key itself is shown once, when it is made.
import type { KeyOut } from '../../contract/office/integrations.ts'
import { readKeys } from '../../store/keys/api-keys.ts'
import type { Context } from '../context.ts'
import { missing } from '../errors.ts'
import { instant } from '../orders/order-wire.ts'
import { createKey } from './create-key.ts'
import { revokeKey } from './revoke-key.ts'

export const listKeys = async (ctx: Context): Promise<KeyOut[]> =>
  (await ctx.read((tx) => readKeys(tx))).map((key) => ({
    key_uuid: key.keyId,
    name: key.name,
    prefix: key.prefix,
    created_at: key.createdAt.toISOString(),
    last_used_at: instant(key.lastUsedAt),
    revoked_at: instant(key.revokedAt),
  }))

export async function makeKey(ctx: Context, name: string): Promise<{ key_uuid: string; api_key: string }> {
  const { keyId, apiKey } = await createKey(ctx, { businessId: ctx.businessId, name })
  return { key_uuid: keyId, api_key: apiKey }
}

export async function revokeOwnKey(ctx: Context, keyId: string): Promise<void> {
  const keys = await ctx.read((tx) => readKeys(tx))
  if (!keys.some((key) => key.keyId === keyId)) throw missing('key with that uuid')
  await revokeKey(ctx, keyId)
}
