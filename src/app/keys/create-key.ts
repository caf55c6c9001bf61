// Creates an API key. It is shown this once; only its hash is kept (docs/spec/authentication.md#keys).
import { insertKey } from '../../store/keys/api-keys.ts'
import type { App } from '../context.ts'
import { invalid } from '../errors.ts'
import { asOperator } from '../businesses/acting.ts'

const SHOWN_CHARACTERS = 12

export async function createKey(
  app: App,
  { businessId, name }: { businessId: string; name: string },
): Promise<{ keyId: string; apiKey: string }> {
  if (name.trim() === '') throw invalid('name', 'must not be empty')
  const keyId = app.newId()
  const apiKey = `rk_live_${app.secrets.randomToken()}`
  await asOperator(app, businessId, { action: 'key.created', entity: 'api_key', entityId: keyId }, (tx) =>
    insertKey(tx, {
      keyId,
      name,
      prefix: apiKey.slice(0, SHOWN_CHARACTERS),
      hash: app.secrets.hash(apiKey),
    }),
  )
  return { keyId, apiKey }
}
