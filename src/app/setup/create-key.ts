// Creates an API key. It is shown this once; only its hash is kept (brief: Authentication).
import { insertKey } from '../../store/api-keys.ts'
import { findBusiness } from '../../store/businesses.ts'
import type { App } from '../context.ts'
import { invalid, missing } from '../errors.ts'

const SHOWN_CHARACTERS = 12

export async function createKey(
  app: App,
  input: { businessId: string; name: string },
): Promise<{ keyId: string; apiKey: string }> {
  if (input.name.trim() === '') throw invalid('name', 'must not be empty')
  const keyId = app.newId()
  const apiKey = `rk_live_${app.secrets.randomToken()}`
  await app.db.asBusiness(input.businessId, async (tx) => {
    if (!(await findBusiness(tx, input.businessId))) throw missing('business with that id')
    await insertKey(tx, input.businessId, {
      keyId,
      name: input.name,
      prefix: apiKey.slice(0, SHOWN_CHARACTERS),
      hash: app.secrets.hash(apiKey),
    })
  })
  return { keyId, apiKey }
}
