// Creates the test side of a business on first use. Only the business's current settings are copied.
import { audit } from '../../store/audit/audit.ts'
import { findBusiness, insertTestSide, testSideOf, updateSettings } from '../../store/settings/businesses.ts'
import { saveTraffic } from '../../store/settings/traffic.ts'
import { type App, writeTo } from '../context.ts'
import { operatorAuditContext, notFoundError } from './audited-change.ts'

type By = Parameters<typeof operatorAuditContext>[0]

/** Returns the ID of the business's test side. Creates the test side if there is none. */
export async function openTestSide(app: App & By, businessId: string): Promise<string> {
  const known = await testSideOf(app.db, businessId)
  if (known) return known
  const live = await app.db.asBusiness(businessId, (tx) => findBusiness(tx))
  if (!live) throw notFoundError('business')
  if (live.testOf) return businessId
  const testId = app.newId()
  const {
    name,
    timeZone,
    trafficFactors,
    version: _version,
    businessId: _id,
    logo: _logo,
    testOf: _of,
    ...settings
  } = live
  const made = await writeTo(app, testId, async (tx) => {
    if (!(await insertTestSide(tx, { name, timeZone, testOf: businessId }))) return false
    await updateSettings(tx, settings, null)
    await saveTraffic(tx, trafficFactors)
    audit(tx, operatorAuditContext(app, testId), { action: 'business.created', entity: 'business', entityId: testId })
    return true
  })
  if (made) return testId
  // A concurrent request created the test side first.
  const other = await testSideOf(app.db, businessId)
  if (!other) throw notFoundError('business')
  return other
}
