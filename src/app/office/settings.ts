// The business's settings as its owner sees and changes them.
import type { SettingsOut } from '../../contract/office/users.ts'
import { findBusiness, type Settings } from '../../store/businesses.ts'
import type { Context } from '../context.ts'
import { missing } from '../errors.ts'
import { changeSettings as change } from '../setup/change-settings.ts'

export async function readSettings(ctx: Context): Promise<SettingsOut> {
  const business = await ctx.read((tx) => findBusiness(tx, ctx.businessId))
  if (!business) throw missing('business')
  return settingsToWire(business)
}

export async function changeSettings(ctx: Context, settings: SettingsOut): Promise<SettingsOut> {
  return settingsToWire(
    await change(ctx, ctx.businessId, {
      undoWindowSeconds: settings.undo_window_seconds,
      proofRequired: settings.proof_required,
      proofRequiredFailed: settings.proof_required_failed,
      notifyScheduled: settings.notify_scheduled,
      notifyOnTheWay: settings.notify_on_the_way,
      notifyOutcome: settings.notify_outcome,
      smsConsentDefault: settings.sms_consent_default,
      serviceMinutes: settings.service_minutes,
    }),
  )
}

const settingsToWire = (settings: Settings): SettingsOut => ({
  undo_window_seconds: settings.undoWindowSeconds,
  proof_required: settings.proofRequired,
  proof_required_failed: settings.proofRequiredFailed,
  notify_scheduled: settings.notifyScheduled,
  notify_on_the_way: settings.notifyOnTheWay,
  notify_outcome: settings.notifyOutcome,
  sms_consent_default: settings.smsConsentDefault,
  service_minutes: settings.serviceMinutes,
})
