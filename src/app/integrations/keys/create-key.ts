// Creates an API key. The key is shown only once, because only its hash is stored (docs/spec/authentication.md#keys).
import { CODE_CHARACTERS } from '../../../domain/business-code.ts'
import { type KeyLimits, NO_LIMITS } from '../../../domain/users/key.ts'
import { insertKey } from '../../../store/keys/api-keys.ts'
import type { Business } from '../../../store/settings/businesses.ts'
import type { Tx } from '../../../store/database.ts'
import type { App } from '../../context.ts'
import { invalid } from '../../errors.ts'
import { changeWithAudit } from '../../business/audited-change.ts'

/** The kind of the key, the code of its business, and four random characters. */
const SHOWN_CHARACTERS = 'rk_live_'.length + CODE_CHARACTERS + 4

export interface NewKey {
  keyId: string
  apiKey: string
}

export async function createKey(
  app: App,
  {
    businessId,
    name,
    limits = NO_LIMITS,
    madeBy = null,
  }: { businessId: string; name: string; limits?: KeyLimits; madeBy?: string | null },
): Promise<NewKey> {
  if (name.trim() === '') throw invalid('name', 'must not be empty')
  requireFutureExpiry(app, limits.expiresAt)
  const keyId = app.newId()
  return changeWithAudit(
    app,
    businessId,
    { action: 'key.created', entity: 'api_key', entityId: keyId },
    (tx, business) => writeKey(app, tx, { keyId, name, limits, business, madeBy }),
  )
}

/** Creates the key within a transaction. */
export async function writeKey(
  app: App,
  tx: Tx,
  {
    keyId,
    name,
    limits,
    business,
    madeBy,
  }: { keyId: string; name: string; limits: KeyLimits; business: Business; madeBy: string | null },
): Promise<NewKey> {
  const apiKey = `rk_${business.testOf ? 'test' : 'live'}_${app.secrets.businessToken(business.businessId)}`
  const shown = { name, prefix: apiKey.slice(0, SHOWN_CHARACTERS), hash: app.secrets.hash(apiKey) }
  await insertKey(tx, { keyId, ...shown, ...limits, createdAt: app.clock(), madeBy })
  return { keyId, apiKey }
}

/** Throws `invalid` if the expiry is not in the future. A missing expiry is valid. */
export function requireFutureExpiry({ clock }: Pick<App, 'clock'>, expiresAt: Date | null | undefined): void {
  if (expiresAt && expiresAt <= clock()) throw invalid('expires_at', 'must be in the future')
}
