// Businesses and their settings.
import type { PlanPace } from '../../domain/planning/plan-pace.ts'
import { planPaceOf } from './pace.ts'
import { insertOwn, selectOwn, updateOwn } from '../own.ts'
import { sql } from 'kysely'
import type { Language } from '../../domain/customer-words/language.ts'
import type { ChoiceRules } from '../../domain/orders/another-day.ts'
import type { MessageKind, NoticeKind, NoticeChannels } from '../../domain/messages/message.ts'
import type { ProofRule } from '../../domain/routes/proof.ts'
import type { Scanning } from '../../domain/routes/scanning.ts'
import type { Formats } from '../../domain/formats.ts'
import type { Retention } from '../../domain/privacy/retention.ts'
import { FREE_FLOW, type TrafficFactors } from '../../domain/planning/traffic.ts'
import type { PhonePlace } from '../../domain/settings/phone-region.ts'
import type { OfficeLanguage } from '../../domain/users/office-language.ts'
import type { Database, SystemTx, Tx } from '../database.ts'

export interface Settings extends ChoiceRules, Formats, PhonePlace, Retention {
  name: string
  undoWindowSeconds: number
  proofRequired: ProofRule
  proofRequiredFailed: boolean
  notifyScheduled: boolean
  notifyOutcome: boolean
  /** Messages out for delivery, next stop and delayed. */
  notifyOnTheWay: boolean
  /** Kinds of message that are off although their group is on. */
  noticesOff: MessageKind[]
  quietHours: { start: string; end: string } | null
  /** Whether a notice is sent by one channel, or by all channels that the customer agreed to. */
  noticeChannels: NoticeChannels
  /** The business's own texts. Kinds without a text use the default text. */
  messageTexts: Partial<Record<MessageKind, string>>
  mailSubjects: Partial<Record<NoticeKind, string>>
  /** Whether the tracking page shows the proof. */
  shareProof: boolean
  /** Whether the tracking page asks for a rating. */
  askRating: boolean
  /** Whether the tracking page shows the items. */
  showItems: boolean
  /** Reasons that drivers choose from when a delivery fails. */
  failureReasons: string[]
  /** Places that drivers choose from when they leave a delivery. */
  leavingPlaces: string[]
  driversMayReorder: boolean
  /** Whether drivers scan pieces when they load them, and when they hand them over. */
  scanLoading: Scanning
  scanDoor: Scanning
  /** ISO 4217 code of the amounts that drivers collect. */
  currency: string
  /** Whether drivers ask each customer for the code. */
  doorCode: boolean
  /** Name that customers see. Null: the name of the business. */
  brandName: string | null
  /** #rrggbb */
  accentColor: string | null
  contactPhone: string | null
  contactEmail: string | null
  /** Percentage of deliveries with a window that should be on time. Null: no goal. */
  onTimeGoal: number | null
  /** Price of a text segment if the provider doesn't report it. Null if it is unknown. */
  textPrice: number | null
  /** ISO 4217 */
  textCurrency: string
  smsConsentDefault: boolean
  /** Language of messages and the tracking page for orders without a language. */
  customerLanguage: Language
  /** Language of the office for users without a language. Null: the language of their browser. */
  officeLanguage: OfficeLanguage | null
  serviceMinutes: number
}

export interface Logo {
  /** File name of the logo. */
  file: string
  contentType: string
}

export interface Business extends Settings {
  businessId: string
  logo: Logo | null
  /** Factors by which driving takes longer, per hour of the day. They are not part of the settings. */
  trafficFactors: TrafficFactors
  /** Learned differences that plans include. Null if there are too few finished routes, or if the business turned them off. */
  pace: PlanPace | null
  /** Changes with each change of the settings. */
  version: number
  /** The live business that this test side belongs to. Null for a live business. */
  testOf: string | null
}

export async function insertBusiness(
  tx: Tx,
  business: { businessId: string; name: string; timeZone: string } & Partial<Formats>,
): Promise<void> {
  await tx.insertInto('businesses').values(business).execute()
}

/** Inserts a test side. Returns false if the business already has one. */
export async function insertTestSide(
  tx: Tx,
  side: { name: string; timeZone: string; testOf: string },
): Promise<boolean> {
  const inserted = await insertOwn(tx, 'businesses', side)
    .onConflict((conflict) => conflict.doNothing())
    .returning('businessId')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Returns the test side of the business. Null if it has none. */
export async function testSideOf(db: Database, businessId: string): Promise<string | null> {
  const [row] = await db.query<{ businessId: string }>('select business_uuid from businesses where test_of = $1', [
    businessId,
  ])
  return row?.businessId ?? null
}

/** Locks the business, so that only one transaction at a time adds rows whose number is limited. */
export const lockBusiness = async (tx: Tx): Promise<void> => {
  await sql`select from businesses where business_uuid = ${tx.businessId}::uuid for no key update`.execute(tx)
}

export async function findBusiness(tx: Tx): Promise<Business | null> {
  const row = await selectOwn(tx, 'businesses').selectAll().executeTakeFirst()
  return row
    ? {
        businessId: row.businessId,
        name: row.name,
        timeZone: row.timeZone,
        phoneRegion: row.phoneRegion,
        units: row.units,
        clock: row.clock,
        dateFormat: row.dateFormat,
        undoWindowSeconds: row.undoWindowSeconds,
        proofRequired: row.proofRequired,
        proofRequiredFailed: row.proofRequiredFailed,
        notifyScheduled: row.notifyScheduled,
        notifyOutcome: row.notifyOutcome,
        notifyOnTheWay: row.notifyOnTheWay,
        noticesOff: row.noticesOff,
        noticeChannels: row.noticeChannels,
        shareProof: row.shareProof,
        askRating: row.askRating,
        showItems: row.showItems,
        chooseDaysAhead: row.chooseDaysAhead,
        chooseUntil: row.chooseUntil,
        chooseWindows: row.chooseWindows,
        failureReasons: row.failureReasons,
        leavingPlaces: row.leavingPlaces,
        driversMayReorder: row.driversMayReorder,
        scanLoading: row.scanLoading,
        scanDoor: row.scanDoor,
        currency: row.currency,
        doorCode: row.doorCode,
        quietHours: row.quietStart && row.quietEnd ? { start: row.quietStart, end: row.quietEnd } : null,
        messageTexts: row.messageTexts,
        mailSubjects: row.mailSubjects,
        smsConsentDefault: row.smsConsentDefault,
        customerLanguage: row.customerLanguage,
        officeLanguage: row.officeLanguage,
        serviceMinutes: row.serviceMinutes,
        trafficFactors: row.trafficFactors ?? FREE_FLOW,
        pace: planPaceOf(row),
        brandName: row.brandName,
        accentColor: row.accentColor,
        logo: row.logoFile && row.logoType ? { file: row.logoFile, contentType: row.logoType } : null,
        version: row.settingsVersion,
        testOf: row.testOf,
        contactPhone: row.contactPhone,
        contactEmail: row.contactEmail,
        onTimeGoal: row.onTimeGoal,
        textPrice: row.textPrice,
        textCurrency: row.textCurrency,
        keepOrdersDays: row.keepOrdersDays,
        keepPhotosDays: row.keepPhotosDays,
        keepPositionsDays: row.keepPositionsDays,
        keepMessagesDays: row.keepMessagesDays,
        keepLogsDays: row.keepLogsDays,
      }
    : null
}

/** Returns the percentage of deliveries with a window that should be on time. Null: no goal. */
export const findOnTimeGoal = async (tx: Tx): Promise<number | null> =>
  (await selectOwn(tx, 'businesses').select('onTimeGoal').executeTakeFirstOrThrow()).onTimeGoal

/** Returns how to interpret phone numbers. */
export const findPhonePlace = (tx: Tx): Promise<PhonePlace> =>
  selectOwn(tx, 'businesses').select(['phoneRegion', 'timeZone']).executeTakeFirstOrThrow()

/**
 * Changes the given settings. Returns false if `version` is given and differs from the version of the settings. Null:
 * any version.
 */
export async function updateSettings(tx: Tx, settings: Partial<Settings>, version: number | null): Promise<boolean> {
  const { quietHours, messageTexts, mailSubjects, chooseWindows } = settings
  const query = updateOwn(tx, 'businesses').set({
    settingsVersion: sql`settings_version + 1`,
    name: settings.name,
    timeZone: settings.timeZone,
    phoneRegion: settings.phoneRegion,
    units: settings.units,
    clock: settings.clock,
    dateFormat: settings.dateFormat,
    undoWindowSeconds: settings.undoWindowSeconds,
    proofRequired: settings.proofRequired,
    proofRequiredFailed: settings.proofRequiredFailed,
    notifyScheduled: settings.notifyScheduled,
    notifyOutcome: settings.notifyOutcome,
    notifyOnTheWay: settings.notifyOnTheWay,
    noticesOff: settings.noticesOff,
    noticeChannels: settings.noticeChannels,
    ...(quietHours !== undefined && { quietStart: quietHours?.start ?? null, quietEnd: quietHours?.end ?? null }),
    messageTexts: messageTexts && JSON.stringify(messageTexts),
    mailSubjects: mailSubjects && JSON.stringify(mailSubjects),
    shareProof: settings.shareProof,
    askRating: settings.askRating,
    showItems: settings.showItems,
    chooseDaysAhead: settings.chooseDaysAhead,
    chooseUntil: settings.chooseUntil,
    chooseWindows: chooseWindows && JSON.stringify(chooseWindows),
    failureReasons: settings.failureReasons,
    leavingPlaces: settings.leavingPlaces,
    driversMayReorder: settings.driversMayReorder,
    scanLoading: settings.scanLoading,
    scanDoor: settings.scanDoor,
    currency: settings.currency,
    doorCode: settings.doorCode,
    brandName: settings.brandName,
    accentColor: settings.accentColor,
    contactPhone: settings.contactPhone,
    contactEmail: settings.contactEmail,
    onTimeGoal: settings.onTimeGoal,
    textPrice: settings.textPrice,
    textCurrency: settings.textCurrency,
    smsConsentDefault: settings.smsConsentDefault,
    customerLanguage: settings.customerLanguage,
    officeLanguage: settings.officeLanguage,
    serviceMinutes: settings.serviceMinutes,
    keepOrdersDays: settings.keepOrdersDays,
    keepPhotosDays: settings.keepPhotosDays,
    keepPositionsDays: settings.keepPositionsDays,
    keepMessagesDays: settings.keepMessagesDays,
    keepLogsDays: settings.keepLogsDays,
    // Data whose retention period became shorter is deleted on the job's next run.
    retainedAt: null,
  })
  const changed = version === null ? query : query.where('settingsVersion', '=', version)
  return (await changed.returning('businessId').executeTakeFirst()) !== undefined
}

/** Replaces the logo. Returns the previous logo, or null if there was none. */
export async function replaceLogo(tx: Tx, logo: Logo | null): Promise<Logo | null> {
  const before = await selectOwn(tx, 'businesses').select(['logoFile', 'logoType']).forUpdate().executeTakeFirst()
  await updateOwn(tx, 'businesses')
    .set({ logoFile: logo?.file ?? null, logoType: logo?.contentType ?? null })
    .execute()
  return before?.logoFile && before.logoType ? { file: before.logoFile, contentType: before.logoType } : null
}

/** Returns a logo that is in use, in any business. Null if it is not in use. For the system role. */
export async function logoByFile(tx: SystemTx, file: string): Promise<Logo | null> {
  const row = await tx
    .selectFrom('businesses')
    .select(['logoFile', 'logoType'])
    .where('logoFile', '=', file)
    .executeTakeFirst()
  return row?.logoFile && row.logoType ? { file: row.logoFile, contentType: row.logoType } : null
}
