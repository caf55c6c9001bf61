// Revokes an API key, given by its ID or by the key itself. The next request with it is rejected.
import { findKey, revokeKey as revoke } from '../../../store/keys/api-keys.ts'
import type { App } from '../../context.ts'
import { changeWithAudit, notFoundError } from '../../business/audited-change.ts'

export async function revokeKey(app: App, key: string): Promise<{ keyId: string }> {
  const found = await app.db.asSystem((tx) => findKey(tx, key.startsWith('rk_') ? app.secrets.hash(key) : key))
  if (!found) throw notFoundError('key')
  const { businessId, keyId } = found
  await changeWithAudit(app, businessId, { action: 'key.revoked', entity: 'api_key', entityId: keyId }, (tx) =>
    revoke(tx, keyId, app.clock()),
  )
  return { keyId }
}
