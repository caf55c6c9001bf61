// Manages the business's API keys for the office. A key is shown only once, when it is created.
import type { KeyOut } from '../../../contract/office/integrations.ts'
import type { AuditEntry } from '../../../domain/audit.ts'
import { type KeyLimits, rollOverExpiries } from '../../../domain/users/key.ts'
import { type KeyRead, lockKey, readKeys, replaceKey, saveKey } from '../../../store/keys/api-keys.ts'
import type { Tx } from '../../../store/database.ts'
import { changeWithAudit } from '../../business/audited-change.ts'
import type { Context } from '../../context.ts'
import { conflicting, missing } from '../../errors.ts'
import { instant } from '../../orders/order-wire.ts'
import { creatorsIn } from '../../people/users/creators.ts'
import { createKey, requireFutureExpiry, writeKey } from './create-key.ts'
import { revokeKey } from './revoke-key.ts'

/**
 * Lists the keys with the names of their creators. Users belong to the live side, whose ID is `homeId`, also if the
 * keys belong to the test side.
 */
export async function listKeys(ctx: Context, homeId: string): Promise<KeyOut[]> {
  const creatorOf = await creatorsIn(ctx, homeId)
  return (await ctx.read((tx) => readKeys(tx))).map((key) => ({
    key_uuid: key.keyId,
    name: key.name,
    prefix: key.prefix,
    scopes: key.scopes,
    allowed_addresses: key.allowedAddresses,
    created_at: key.createdAt.toISOString(),
    expires_at: instant(key.expiresAt),
    expired: key.expiresAt !== null && key.expiresAt <= ctx.now,
    replaced_by: key.replacedBy,
    last_used_at: instant(key.lastUsedAt),
    revoked_at: instant(key.revokedAt),
    made_by: creatorOf(key.madeBy),
  }))
}

interface KeyMade {
  key_uuid: string
  api_key: string
}

export async function makeKey(ctx: Context, key: { name: string; limits: KeyLimits }): Promise<KeyMade> {
  const { keyId, apiKey } = await createKey(ctx, { businessId: ctx.businessId, ...key, madeBy: ctx.actor.id })
  return { key_uuid: keyId, api_key: apiKey }
}

export async function revokeOwnKey(ctx: Context, keyId: string): Promise<void> {
  const keys = await ctx.read((tx) => readKeys(tx))
  if (!keys.some((key) => key.keyId === keyId)) throw missing('key with that uuid')
  await revokeKey(ctx, keyId)
}

export type KeyChange = Partial<KeyLimits & { name: string }>

export async function changeKey(ctx: Context, keyId: string, change: KeyChange): Promise<void> {
  requireFutureExpiry(ctx, change.expiresAt)
  const entry: AuditEntry = { action: 'key.changed', entity: 'api_key', entityId: keyId }
  await changeWithAudit(ctx, ctx.businessId, { ...entry, from: (tx) => lockKey(tx, keyId), to: change }, async (tx) => {
    await lockUsableKey(tx, keyId)
    await saveKey(tx, keyId, change)
  })
}

/** Creates a new key with the limits of the given key. The given key expires after the overlap. */
export async function rollOverKey(ctx: Context, keyId: string, overlapHours: number): Promise<KeyMade> {
  const newId = ctx.newId()
  const entry: AuditEntry = {
    action: 'key.rolled_over',
    entity: 'api_key',
    entityId: keyId,
    detail: { replaced_by: newId, overlap_hours: overlapHours },
  }
  return changeWithAudit(ctx, ctx.businessId, entry, async (tx, business) => {
    const { name, scopes, allowedAddresses, madeBy: _creator, ...old } = await lockUsableKey(tx, keyId)
    const { oldEnds, newEnds } = rollOverExpiries(old, ctx.now, overlapHours)
    const limits = { scopes, allowedAddresses, expiresAt: newEnds }
    const { apiKey } = await writeKey(ctx, tx, { keyId: newId, name, limits, business, madeBy: ctx.actor.id })
    await replaceKey(tx, { keyId, replacedBy: newId, expiresAt: oldEnds })
    return { key_uuid: newId, api_key: apiKey }
  })
}

/** Returns the key, locked. Throws if it is revoked or replaced. */
async function lockUsableKey(tx: Tx, keyId: string): Promise<KeyRead> {
  const key = await lockKey(tx, keyId)
  if (!key) throw missing('key with that uuid')
  if (key.revokedAt || key.replacedBy)
    throw conflicting(
      'KEY_OVER',
      key.revokedAt
        ? 'This key is revoked. Make a new one.'
        : 'This key has been replaced by a new one. Change the new key instead.',
    )
  return key
}
