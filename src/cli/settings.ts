// A business's settings as KEY=VALUE arguments and as printed output.
import { z } from 'zod'
import { integer, number, oneOf, text, TimeOfDay } from '../contract/fields.ts'
import {
  AccentColor,
  BrandName,
  ContactPhone,
  Currency,
  KeptDays,
  MAX_DAYS_AHEAD,
  PhoneRegion,
} from '../contract/settings.ts'
import { LANGUAGES } from '../domain/customer-words/language.ts'
import { CLOCKS, DATE_FORMATS, UNITS } from '../domain/formats.ts'
import { Email } from '../contract/office/sign-in.ts'
import { PROOF_RULES } from '../domain/routes/proof.ts'
import { SCANNING } from '../domain/routes/scanning.ts'
import { OFFICE_LANGUAGES } from '../domain/users/office-language.ts'
import type { Business, Settings } from '../store/settings/businesses.ts'
import { NOTICE_CHANNELS } from '../domain/messages/message.ts'
import { decimal, list, orNull, yesOrNo } from './options.ts'

const Values = z
  .strictObject(
    {
      phone_region: PhoneRegion,
      units: oneOf(UNITS),
      clock: oneOf(CLOCKS),
      date_format: oneOf(DATE_FORMATS),
      undo_window_seconds: decimal(integer(0, 900)),
      proof_required: oneOf(PROOF_RULES),
      proof_required_failed: yesOrNo(),
      notify_scheduled: yesOrNo(),
      notify_outcome: yesOrNo(),
      notify_on_the_way: yesOrNo(),
      notice_channels: oneOf(NOTICE_CHANNELS),
      share_proof: yesOrNo(),
      choose_days_ahead: decimal(integer(0, MAX_DAYS_AHEAD)),
      choose_until: TimeOfDay,
      failure_reasons: list(text(1, 200)).refine((reasons) => reasons.length <= 20, 'must be at most 20 reasons'),
      leaving_places: list(text(1, 200)).refine((places) => places.length <= 20, 'must be at most 20 places'),
      drivers_may_reorder: yesOrNo(),
      scan_loading: oneOf(SCANNING),
      scan_door: oneOf(SCANNING),
      currency: Currency,
      door_code: yesOrNo(),
      brand_name: BrandName,
      accent_color: AccentColor,
      contact_phone: ContactPhone,
      contact_email: Email,
      sms_consent_default: yesOrNo(),
      customer_language: oneOf(LANGUAGES),
      office_language: oneOf(OFFICE_LANGUAGES),
      service_minutes: decimal(number(0, 1_440)),
      on_time_goal: orNull(integer(1, 100)),
      keep_orders_days: orNull(KeptDays),
      keep_photos_days: orNull(KeptDays),
      keep_positions_days: orNull(KeptDays),
      keep_messages_days: orNull(KeptDays),
      keep_logs_days: orNull(KeptDays),
    },
    {
      error: (issue) =>
        issue.code === 'unrecognized_keys' ? `There is no setting ${issue.keys.join(', ')}` : undefined,
    },
  )
  .partial()

/** Parses KEY=VALUE arguments, at least one. */
export const settingsFromArguments = z
  .array(z.string().regex(/^[^=]+=/, 'must be KEY=VALUE'))
  .min(1, 'Settings are required: KEY=VALUE …')
  .transform((pairs) => Object.fromEntries(pairs.map((pair) => pair.split(/=(.*)/s).slice(0, 2))))
  .pipe(Values)
  .transform(
    (values): Partial<Settings> => ({
      phoneRegion: values.phone_region,
      units: values.units,
      clock: values.clock,
      dateFormat: values.date_format,
      undoWindowSeconds: values.undo_window_seconds,
      proofRequired: values.proof_required,
      proofRequiredFailed: values.proof_required_failed,
      notifyScheduled: values.notify_scheduled,
      notifyOutcome: values.notify_outcome,
      notifyOnTheWay: values.notify_on_the_way,
      noticeChannels: values.notice_channels,
      shareProof: values.share_proof,
      chooseDaysAhead: values.choose_days_ahead,
      chooseUntil: values.choose_until,
      failureReasons: values.failure_reasons,
      leavingPlaces: values.leaving_places,
      driversMayReorder: values.drivers_may_reorder,
      scanLoading: values.scan_loading,
      scanDoor: values.scan_door,
      currency: values.currency,
      doorCode: values.door_code,
      brandName: values.brand_name,
      accentColor: values.accent_color,
      contactPhone: values.contact_phone,
      contactEmail: values.contact_email,
      smsConsentDefault: values.sms_consent_default,
      customerLanguage: values.customer_language,
      officeLanguage: values.office_language,
      serviceMinutes: values.service_minutes,
      onTimeGoal: values.on_time_goal,
      keepOrdersDays: values.keep_orders_days,
      keepPhotosDays: values.keep_photos_days,
      keepPositionsDays: values.keep_positions_days,
      keepMessagesDays: values.keep_messages_days,
      keepLogsDays: values.keep_logs_days,
    }),
  )

export const settingsToWire = (business: Business) => ({
  business_uuid: business.businessId,
  name: business.name,
  time_zone: business.timeZone,
  phone_region: business.phoneRegion,
  undo_window_seconds: business.undoWindowSeconds,
  proof_required: business.proofRequired,
  proof_required_failed: business.proofRequiredFailed,
  notify_scheduled: business.notifyScheduled,
  notify_outcome: business.notifyOutcome,
  notify_on_the_way: business.notifyOnTheWay,
  notice_channels: business.noticeChannels,
  share_proof: business.shareProof,
  choose_days_ahead: business.chooseDaysAhead,
  choose_until: business.chooseUntil,
  failure_reasons: business.failureReasons,
  leaving_places: business.leavingPlaces,
  drivers_may_reorder: business.driversMayReorder,
  scan_loading: business.scanLoading,
  scan_door: business.scanDoor,
  currency: business.currency,
  door_code: business.doorCode,
  brand_name: business.brandName,
  accent_color: business.accentColor,
  contact_phone: business.contactPhone,
  contact_email: business.contactEmail,
  sms_consent_default: business.smsConsentDefault,
  customer_language: business.customerLanguage,
  office_language: business.officeLanguage,
  service_minutes: business.serviceMinutes,
  on_time_goal: business.onTimeGoal,
  keep_orders_days: business.keepOrdersDays,
  keep_photos_days: business.keepPhotosDays,
  keep_positions_days: business.keepPositionsDays,
  keep_messages_days: business.keepMessagesDays,
  keep_logs_days: business.keepLogsDays,
})
