// Reads and changes the business's settings for its owner.
import type { SettingsBody, SettingsOut } from '../../../contract/settings.ts'
import { isNoticeOn, NOTICE_KINDS, switchesFor } from '../../../domain/messages/message.ts'
import { type Business, findBusiness } from '../../../store/settings/businesses.ts'
import { logoPathOf } from './branding.ts'
import { formatsToWire } from './formats.ts'
import type { App, Context } from '../../context.ts'
import { missing } from '../../errors.ts'
import { changeAndShow } from './change-settings.ts'

export async function readSettings(ctx: Context): Promise<SettingsOut> {
  const business = await ctx.read((tx) => findBusiness(tx))
  if (!business) throw missing('business')
  return settingsToWire(business, ctx)
}

export async function changeSettings(
  ctx: Context,
  { version, ...body }: SettingsBody & { version: number },
): Promise<SettingsOut> {
  const settings = {
    name: body.name,
    timeZone: body.time_zone,
    phoneRegion: body.phone_region,
    units: body.units,
    clock: body.clock,
    dateFormat: body.date_format,
    undoWindowSeconds: body.undo_window_seconds,
    proofRequired: body.proof_required,
    proofRequiredFailed: body.proof_required_failed,
    shareProof: body.share_proof,
    askRating: body.ask_rating,
    showItems: body.show_items,
    chooseDaysAhead: body.choose_days_ahead,
    chooseUntil: body.choose_until,
    chooseWindows: body.choose_windows,
    serviceMinutes: body.service_minutes,
    driversMayReorder: body.drivers_may_reorder,
    scanLoading: body.scan_loading,
    scanDoor: body.scan_door,
    currency: body.currency,
    doorCode: body.door_code,
    failureReasons: body.failure_reasons,
    leavingPlaces: body.leaving_places,
    smsConsentDefault: body.sms_consent_default,
    customerLanguage: body.customer_language,
    officeLanguage: body.office_language,
    ...(body.notices && switchesFor(body.notices)),
    quietHours: body.quiet_hours,
    noticeChannels: body.notice_channels,
    messageTexts: body.message_texts,
    mailSubjects: body.mail_subjects,
    brandName: body.brand_name,
    accentColor: body.accent_color,
    contactPhone: body.contact_phone,
    contactEmail: body.contact_email,
    onTimeGoal: body.on_time_goal,
    textPrice: body.text_price,
    textCurrency: body.text_currency,
    keepOrdersDays: body.keep_orders_days,
    keepPhotosDays: body.keep_photos_days,
    keepPositionsDays: body.keep_positions_days,
    keepMessagesDays: body.keep_messages_days,
    keepLogsDays: body.keep_logs_days,
  }
  return changeAndShow(ctx, ctx.businessId, { settings, version }, (business) => settingsToWire(business, ctx))
}

const settingsToWire = (business: Business, { sms }: Pick<App, 'sms'>): SettingsOut => ({
  version: business.version,
  name: business.name,
  time_zone: business.timeZone,
  phone_region: business.phoneRegion,
  ...formatsToWire(business),
  undo_window_seconds: business.undoWindowSeconds,
  proof_required: business.proofRequired,
  proof_required_failed: business.proofRequiredFailed,
  share_proof: business.shareProof,
  ask_rating: business.askRating,
  show_items: business.showItems,
  choose_days_ahead: business.chooseDaysAhead,
  choose_until: business.chooseUntil,
  choose_windows: [...business.chooseWindows],
  service_minutes: business.serviceMinutes,
  drivers_may_reorder: business.driversMayReorder,
  scan_loading: business.scanLoading,
  scan_door: business.scanDoor,
  currency: business.currency,
  door_code: business.doorCode,
  failure_reasons: business.failureReasons,
  leaving_places: business.leavingPlaces,
  sms_consent_default: business.smsConsentDefault,
  customer_language: business.customerLanguage,
  office_language: business.officeLanguage,
  notices: NOTICE_KINDS.filter((kind) => isNoticeOn(business, kind)),
  quiet_hours: business.quietHours,
  notice_channels: business.noticeChannels,
  message_texts: business.messageTexts,
  mail_subjects: business.mailSubjects,
  brand_name: business.brandName,
  accent_color: business.accentColor,
  logo_path: logoPathOf(business),
  contact_phone: business.contactPhone,
  contact_email: business.contactEmail,
  on_time_goal: business.onTimeGoal,
  text_price: business.textPrice,
  text_currency: business.textCurrency,
  keep_orders_days: business.keepOrdersDays,
  keep_photos_days: business.keepPhotosDays,
  keep_positions_days: business.keepPositionsDays,
  keep_messages_days: business.keepMessagesDays,
  keep_logs_days: business.keepLogsDays,
  text_provider: sms.name === 'log' ? null : sms.name,
})
