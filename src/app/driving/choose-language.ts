// Saves the language that a driver chose for pages and text messages. The office can also choose it.
import type { Language } from '../../domain/customer-words/language.ts'
import { changesBetween } from '../../domain/audit.ts'
import { audit } from '../../store/audit/audit.ts'
import { lockDriver, saveDriver } from '../../store/fleet/fleet.ts'
import type { Context } from '../context.ts'
import { missing } from '../errors.ts'

export async function chooseLanguage(ctx: Context, driverId: string, language: Language): Promise<void> {
  await ctx.write(async (tx) => {
    const driver = await lockDriver(tx, driverId)
    if (!driver) throw missing('driver with that uuid')
    if (driver.language === language) return
    await saveDriver(tx, { ...driver, language })
    const changes = changesBetween(driver, { language })
    audit(tx, ctx, { action: 'driver.language_chosen', entity: 'driver', entityId: driverId, detail: { changes } })
  })
}
