// The test side of a test's business, with its own key.
import { openTestSide } from '../../src/app/business/test-side.ts'
import { createKey } from '../../src/app/integrations/keys/create-key.ts'
import { type Client, clientOf, type Service } from './service.ts'

export async function testSide({ app, url }: Service, { businessId }: Pick<Client, 'businessId'>): Promise<Client> {
  const testId = await openTestSide(app, businessId)
  const { apiKey, keyId } = await createKey(app, { businessId: testId, name: 'test side' })
  return clientOf(url, testId, apiKey, keyId)
}
