// Businesses and their settings.
import { sql } from 'kysely'
import type { MessageKind } from '../../domain/messages/message.ts'
import type { ProofRule } from '../../domain/routes/proof.ts'
import { FREE_FLOW, type TrafficFactors } from '../../domain/planning/traffic.ts'
import type { SystemTx, Tx } from '../database.ts'

export interface Settings {
  name: string
  timeZone: string
  undoWindowSeconds: number
  proofRequired: ProofRule
  proofRequiredFailed: boolean
  notifyScheduled: boolean
  notifyOutcome: boolean
  /** Out for delivery, next stop, delayed. */
  notifyOnTheWay: boolean
  /** Kinds of message that are off though their group is on. */
  noticesOff: MessageKind[]
  quietHours: { start: string; end: string } | null
  /** The business's own words; those that are missing are ours. */
  messageTexts: Partial<Record<MessageKind, string>>
  /** The tracking page shows the proof. */
  shareProof: boolean
  /** What drivers choose from when a delivery fails. */
  failureReasons: string[]
  driversMayReorder: boolean
  /** What customers see; null is the business's own name. */
  brandName: string | null
  /** #rrggbb */
  accentColor: string | null
  contactPhone: string | null
  contactEmail: string | null
  smsConsentDefault: boolean
  serviceMinutes: number
}

export interface Logo {
  /** Its name among the files. */
  file: string
  contentType: string
}

export interface Business extends Settings {
  businessId: string
  logo: Logo | null
  /** What driving takes longer at which hour; set apart from the settings. */
  trafficFactors: TrafficFactors
  /** Another one after each change of the settings. */
  version: number
}

export async function insertBusiness(
  tx: Tx,
  business: { businessId: string; name: string; timeZone: string },
): Promise<void> {
  await tx
    .insertInto('businesses')
    .values({ business_uuid: business.businessId, name: business.name, time_zone: business.timeZone })
    .execute()
}

export async function findBusiness(tx: Tx): Promise<Business | null> {
  const row = await tx
    .selectFrom('businesses')
    .selectAll()
    .where('business_uuid', '=', tx.businessId)
    .executeTakeFirst()
  return row
    ? {
        businessId: row.business_uuid,
        name: row.name,
        timeZone: row.time_zone,
        undoWindowSeconds: row.undo_window_seconds,
        proofRequired: row.proof_required,
        proofRequiredFailed: row.proof_required_failed,
        notifyScheduled: row.notify_scheduled,
        notifyOutcome: row.notify_outcome,
        notifyOnTheWay: row.notify_on_the_way,
        noticesOff: row.notices_off,
        shareProof: row.share_proof,
        failureReasons: row.failure_reasons,
        driversMayReorder: row.drivers_may_reorder,
        quietHours: row.quiet_start && row.quiet_end ? { start: row.quiet_start, end: row.quiet_end } : null,
        messageTexts: row.message_texts,
        smsConsentDefault: row.sms_consent_default,
        serviceMinutes: row.service_minutes,
        trafficFactors: row.traffic_factors ?? FREE_FLOW,
        brandName: row.brand_name,
        accentColor: row.accent_color,
        logo: row.logo_file && row.logo_type ? { file: row.logo_file, contentType: row.logo_type } : null,
        version: row.settings_version,
        contactPhone: row.contact_phone,
        contactEmail: row.contact_email,
      }
    : null
}

/** Changes what is named; false when a version is given that is no longer the settings' own. */
export async function updateSettings(tx: Tx, settings: Partial<Settings>, version: number | null): Promise<boolean> {
  const { quietHours, messageTexts } = settings
  const query = tx
    .updateTable('businesses')
    .set({
      settings_version: sql`settings_version + 1`,
      name: settings.name,
      time_zone: settings.timeZone,
      undo_window_seconds: settings.undoWindowSeconds,
      proof_required: settings.proofRequired,
      proof_required_failed: settings.proofRequiredFailed,
      notify_scheduled: settings.notifyScheduled,
      notify_outcome: settings.notifyOutcome,
      notify_on_the_way: settings.notifyOnTheWay,
      notices_off: settings.noticesOff,
      ...(quietHours !== undefined && { quiet_start: quietHours?.start ?? null, quiet_end: quietHours?.end ?? null }),
      message_texts: messageTexts && JSON.stringify(messageTexts),
      share_proof: settings.shareProof,
      failure_reasons: settings.failureReasons,
      drivers_may_reorder: settings.driversMayReorder,
      brand_name: settings.brandName,
      accent_color: settings.accentColor,
      contact_phone: settings.contactPhone,
      contact_email: settings.contactEmail,
      sms_consent_default: settings.smsConsentDefault,
      service_minutes: settings.serviceMinutes,
    })
    .where('business_uuid', '=', tx.businessId)
  const changed = version === null ? query : query.where('settings_version', '=', version)
  return (await changed.returning('business_uuid').executeTakeFirst()) !== undefined
}

/** Puts a logo in place of the one before, which it answers. */
export async function replaceLogo(tx: Tx, logo: Logo | null): Promise<Logo | null> {
  const before = await tx
    .selectFrom('businesses')
    .select(['logo_file', 'logo_type'])
    .where('business_uuid', '=', tx.businessId)
    .forUpdate()
    .executeTakeFirst()
  await tx
    .updateTable('businesses')
    .set({ logo_file: logo?.file ?? null, logo_type: logo?.contentType ?? null })
    .where('business_uuid', '=', tx.businessId)
    .execute()
  return before?.logo_file && before.logo_type ? { file: before.logo_file, contentType: before.logo_type } : null
}

/** A logo in use, in whichever business; for the system role. */
export async function logoByFile(tx: SystemTx, file: string): Promise<Logo | null> {
  const row = await tx
    .selectFrom('businesses')
    .select(['logo_file', 'logo_type'])
    .where('logo_file', '=', file)
    .executeTakeFirst()
  return row?.logo_file && row.logo_type ? { file: row.logo_file, contentType: row.logo_type } : null
}
