// Changes a business's settings; those not named stay as they are.
import { type Business, findBusiness, type Settings, updateSettings } from '../../store/businesses.ts'
import type { App } from '../context.ts'
import { asOperator, unknown } from './as-operator.ts'

export async function changeSettings(app: App, businessId: string, settings: Partial<Settings>): Promise<Business> {
  const entry = { action: 'settings.changed', entity: 'business', entityId: businessId, detail: { ...settings } }
  return asOperator(app, businessId, entry, async (tx) => {
    await updateSettings(tx, businessId, settings)
    const business = await findBusiness(tx, businessId)
    if (!business) throw unknown('business')
    return business
  })
}
