// Settings of a business.
import { asString, faultText } from '../texts/as-string.ts'
import { endpoint } from './endpoint.ts'
import { LANGUAGES } from '../domain/customer-words/language.ts'
import { z } from 'zod'
import { ACCENT_PATTERN } from '../domain/settings/accent.ts'
import { MESSAGE_KINDS, NOTICE_CHANNELS, NOTICE_KINDS } from '../domain/messages/message.ts'
import { messageTextFault, subjectFault } from '../domain/messages/message-text.ts'
import { MIN_RETENTION_DAYS, MAX_RETENTION_DAYS } from '../domain/privacy/retention.ts'
import { OFFICE_LANGUAGES } from '../domain/users/office-language.ts'
import { CLOCKS, DATE_FORMATS, UNITS } from '../domain/formats.ts'
import { MAX_HOLD_SECONDS } from '../domain/routes/hold.ts'
import { PROOF_RULES } from '../domain/routes/proof.ts'
import { PHONE_REGIONS } from '../domain/settings/phone-region.ts'
import { SCANNING } from '../domain/routes/scanning.ts'
import { FormatsOut } from './formats.ts'
import {
  boolean,
  spanEndsBeforeStart,
  integer,
  number,
  oneOf,
  text,
  TimeOfDay,
  TimeOut,
  nonBlankText,
} from './fields.ts'
import { Email } from './office/sign-in.ts'

/** Enough for all reasons and messages at maximum length. */
const MAX_SETTINGS_BYTES = 256 * 1024
export const MAX_MESSAGE_CHARACTERS = 480
export const MAX_SUBJECT_CHARACTERS = 150
export const MAX_FAILURE_REASONS = 20
export const MAX_LEAVING_PLACES = 20
export const MAX_DAYS_AHEAD = 14
export const MAX_CHOOSE_WINDOWS = 6

export const SettingsOut = z.object({
  /** Identifies this state of the settings; a change names the version that it is based on. */
  version: z.number(),
  name: z.string(),
  time_zone: z.string(),
  /** Country of phone numbers without a country code. Null: the country of the time zone. */
  phone_region: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .nullable(),
  ...FormatsOut.shape,
  undo_window_seconds: z.number(),
  proof_required: z.enum(PROOF_RULES),
  proof_required_failed: z.boolean(),
  share_proof: z.boolean(),
  ask_rating: z.boolean(),
  show_items: z.boolean(),
  customer_language: z.enum(LANGUAGES),
  /** Language of office users who have not chosen one. Null: the language of their browser. */
  office_language: z.enum(OFFICE_LANGUAGES).nullable(),
  /** Number of days after today among which customers may choose for their delivery. 0: customers can't choose. */
  choose_days_ahead: z.number(),
  /** Latest time on the previous day at which customers can choose. */
  choose_until: TimeOut,
  /** Windows that customers choose from. If empty, the delivery keeps its own window. */
  choose_windows: z.array(z.object({ start: TimeOut, end: TimeOut })),
  service_minutes: z.number(),
  drivers_may_reorder: z.boolean(),
  /** Whether drivers scan pieces while loading and at the door. */
  scan_loading: z.enum(SCANNING),
  scan_door: z.enum(SCANNING),
  /** Currency of amounts that drivers collect. */
  currency: z.string().regex(/^[A-Z]{3}$/),
  /** Whether drivers ask each customer for the code. */
  door_code: z.boolean(),
  failure_reasons: z.array(z.string()),
  /** Choices for where a delivery was left. If empty, drivers are not asked. */
  leaving_places: z.array(z.string()),
  sms_consent_default: z.boolean(),
  /** Kinds of notices that customers get. */
  notices: z.array(z.enum(NOTICE_KINDS)),
  /** Hours in which customers get email but no texts, if there are any. */
  quiet_hours: z.object({ start: TimeOut, end: TimeOut }).nullable(),
  /** ONE: by text with consent, otherwise by email. BOTH: by each channel with consent. */
  notice_channels: z.enum(NOTICE_CHANNELS),
  /** Texts that replace the default message of a kind. */
  message_texts: z.partialRecord(z.enum(MESSAGE_KINDS), z.string()),
  mail_subjects: z.partialRecord(z.enum(NOTICE_KINDS), z.string()),
  brand_name: z.string().nullable(),
  accent_color: z.string().regex(ACCENT_PATTERN).nullable(),
  logo_path: z.string().nullable(),
  contact_phone: z.string().nullable(),
  contact_email: z.string().nullable(),
  /** Price and currency of a text segment if the provider doesn't report prices. */
  on_time_goal: z.number().nullable(),
  text_price: z.number().nullable(),
  text_currency: z.string().regex(/^[A-Z]{3}$/),
  /** Days after which each kind of data is deleted. Null: never. */
  keep_orders_days: z.number().nullable(),
  keep_photos_days: z.number().nullable(),
  keep_positions_days: z.number().nullable(),
  keep_messages_days: z.number().nullable(),
  keep_logs_days: z.number().nullable(),
  /** Null if texts are only written to the log. */
  text_provider: z.string().nullable(),
})
export type SettingsOut = z.output<typeof SettingsOut>

export const BrandName = nonBlankText(100)
export const AccentColor = z
  .string({ error: faultText('must be text') })
  .transform((value) => value.toLowerCase())
  .pipe(z.string().regex(ACCENT_PATTERN, faultText('must be a color such as #1559c0')))
  .meta({ pattern: '^#[0-9a-fA-F]{6}$', example: '#1559c0' })
export const ContactPhone = text(1, 50).regex(/(\d\D*){3}/, faultText('must be a phone number'))

/** Choices that drivers are offered, without duplicates. */
const Choices = z.array(nonBlankText(200).transform((choice) => choice.trim())).superRefine((choices, context) => {
  const seen = new Set<string>()
  for (const [i, choice] of choices.entries()) {
    if (seen.has(choice.toLowerCase()))
      context.addIssue({ code: 'custom', path: [i], message: faultText('is already in the list') })
    seen.add(choice.toLowerCase())
  }
})
const FailureReasons = Choices.min(1, faultText('must have at least one reason')).max(
  MAX_FAILURE_REASONS,
  faultText('must have at most {most} reasons', { most: MAX_FAILURE_REASONS }),
)
const LeavingPlaces = Choices.max(
  MAX_LEAVING_PLACES,
  faultText('must have at most {most} places', { most: MAX_LEAVING_PLACES }),
)

const MessageTexts = z
  .partialRecord(z.enum(MESSAGE_KINDS), nonBlankText(MAX_MESSAGE_CHARACTERS))
  .superRefine((texts, context) => {
    for (const kind of MESSAGE_KINDS) {
      const fault = texts[kind] === undefined ? null : messageTextFault(kind, texts[kind])
      if (fault) context.addIssue({ code: 'custom', path: [kind], message: asString(fault) })
    }
  })

const MailSubjects = z
  .partialRecord(
    z.enum(NOTICE_KINDS),
    nonBlankText(MAX_SUBJECT_CHARACTERS).refine((line) => !/[\r\n]/.test(line), faultText('must be one line')),
  )
  .superRefine((subjects, context) => {
    for (const kind of NOTICE_KINDS) {
      const fault = subjects[kind] === undefined ? null : subjectFault(subjects[kind])
      if (fault) context.addIssue({ code: 'custom', path: [kind], message: asString(fault) })
    }
  })

export const Currency = z
  .string({ error: faultText('must be text') })
  .transform((value) => value.trim().toUpperCase())
  .pipe(z.string().regex(/^[A-Z]{3}$/, faultText('must be a currency of three letters, such as USD')))
  .meta({
    pattern: String.raw`^\s*[A-Za-z]{3}\s*$`,
    description: 'ISO 4217, in capitals in responses.',
    example: 'USD',
  })

export const PhoneRegion = z
  .string({ error: faultText('must be text') })
  .transform((value) => value.trim().toUpperCase())
  .pipe(
    z
      .string()
      .refine(
        (value) => PHONE_REGIONS.includes(value),
        faultText('must be a country or region of two letters, such as US'),
      ),
  )
  .meta({
    pattern: String.raw`^\s*[A-Za-z]{2}\s*$`,
    description: 'ISO 3166-1 code with two letters, in capitals in responses.',
    example: 'US',
  })

const QuietHours = z
  .strictObject({ start: TimeOfDay, end: TimeOfDay })
  .refine(({ start, end }) => start !== end, { path: ['end'], message: faultText('must differ from the start') })

const ChooseWindows = z
  .array(
    z.strictObject({ start: TimeOfDay, end: TimeOfDay }).refine(({ start, end }) => !spanEndsBeforeStart(start, end), {
      path: ['end'],
      message: faultText('must be later than the start'),
    }),
  )
  .max(MAX_CHOOSE_WINDOWS, faultText('must have at most {most} windows', { most: MAX_CHOOSE_WINDOWS }))

/** Retention in days. Null: indefinitely. */
export const KeptDays = integer(MIN_RETENTION_DAYS, MAX_RETENTION_DAYS)

const Settings = z
  .strictObject({
    name: nonBlankText(200),
    time_zone: text(1, 100),
    phone_region: PhoneRegion.nullable(),
    units: oneOf(UNITS),
    clock: oneOf(CLOCKS),
    date_format: oneOf(DATE_FORMATS),
    undo_window_seconds: integer(0, MAX_HOLD_SECONDS),
    proof_required: oneOf(PROOF_RULES),
    proof_required_failed: boolean(),
    share_proof: boolean(),
    ask_rating: boolean(),
    show_items: boolean(),
    customer_language: oneOf(LANGUAGES),
    office_language: oneOf(OFFICE_LANGUAGES).nullable(),
    choose_days_ahead: integer(0, MAX_DAYS_AHEAD),
    choose_until: TimeOfDay,
    choose_windows: ChooseWindows,
    service_minutes: number(0, 1_440),
    drivers_may_reorder: boolean(),
    scan_loading: oneOf(SCANNING),
    scan_door: oneOf(SCANNING),
    currency: Currency,
    door_code: boolean(),
    failure_reasons: FailureReasons,
    leaving_places: LeavingPlaces,
    sms_consent_default: boolean(),
    notices: z.array(z.enum(NOTICE_KINDS)).max(100, faultText('must name at most {most}', { most: 100 })),
    quiet_hours: QuietHours.nullable(),
    notice_channels: oneOf(NOTICE_CHANNELS),
    message_texts: MessageTexts,
    mail_subjects: MailSubjects,
    brand_name: BrandName.nullable(),
    accent_color: AccentColor.nullable(),
    contact_phone: ContactPhone.nullable(),
    contact_email: Email.nullable(),
    on_time_goal: integer(1, 100).nullable(),
    text_price: number(0, 100).nullable(),
    text_currency: Currency,
    keep_orders_days: KeptDays.nullable(),
    keep_photos_days: KeptDays.nullable(),
    keep_positions_days: KeptDays.nullable(),
    keep_messages_days: KeptDays.nullable(),
    keep_logs_days: KeptDays.nullable(),
  })
  .partial()
export type SettingsBody = z.output<typeof Settings>

export const changes = { permission: 'changeSettings' } as const

/** Settings that cause data to be deleted permanently, so that a change needs confirmation. */
const RETENTION = [
  'keep_orders_days',
  'keep_photos_days',
  'keep_positions_days',
  'keep_messages_days',
  'keep_logs_days',
] as const satisfies (keyof SettingsBody)[]

const exampleSettings = {
  version: 1,
  name: 'Sample Deliveries',
  time_zone: 'America/New_York',
  phone_region: null,
  units: 'US',
  clock: 'H12',
  date_format: 'MONTH_FIRST',
  undo_window_seconds: 120,
  proof_required: 'NONE',
  proof_required_failed: false,
  share_proof: false,
  ask_rating: false,
  show_items: true,
  customer_language: 'en',
  office_language: null,
  choose_days_ahead: 0,
  choose_until: '18:00',
  choose_windows: [],
  service_minutes: 5,
  drivers_may_reorder: false,
  scan_loading: 'OFF',
  scan_door: 'OFF',
  currency: 'USD',
  door_code: false,
  failure_reasons: ['Nobody home', 'Wrong address'],
  leaving_places: ['Front desk'],
  sms_consent_default: true,
  notices: ['SCHEDULED', 'DELIVERED'],
  quiet_hours: { start: '20:00', end: '08:00' },
  notice_channels: 'ONE',
  message_texts: {},
  mail_subjects: {},
  brand_name: null,
  accent_color: null,
  logo_path: null,
  contact_phone: null,
  contact_email: null,
  on_time_goal: 95,
  text_price: null,
  text_currency: 'USD',
  keep_orders_days: null,
  keep_photos_days: null,
  keep_positions_days: null,
  keep_messages_days: null,
  keep_logs_days: null,
  text_provider: null,
}

export const readSettings = endpoint({
  method: 'GET',
  path: '/settings',
  permission: 'readSettings',
  reply: SettingsOut,
  office: {},
  key: {
    tag: 'Settings',
    operation: 'readSettings',
    summary: 'Read the settings of the business',
    description: 'Returns the settings with the `version` that a change names.',
    examples: { reply: exampleSettings },
  },
})
export const changeSettings = endpoint({
  ...changes,
  method: 'PATCH',
  path: '/settings',
  body: Settings.extend({ version: integer(1, 2 ** 31 - 1) }),
  maxBytes: MAX_SETTINGS_BYTES,
  reply: SettingsOut,
  audit: ['settings.changed'],
  office: { confirms: RETENTION },
  key: {
    tag: 'Settings',
    operation: 'changeSettings',
    summary: 'Change settings',
    description:
      'Members that are not sent stay unchanged. The response is 409 if the settings have changed since the `version` that was read.',
    errors: { 409: 'The settings have changed since that version.' },
    examples: { body: { version: 1, undo_window_seconds: 180 }, reply: { ...exampleSettings, version: 2 } },
  },
})
