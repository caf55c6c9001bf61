// Businesses and their settings.
import type { MessageKind } from '../domain/message.ts'
import type { ProofRule } from '../domain/proof.ts'
import type { Tx } from './database.ts'

export interface Settings {
  undoWindowSeconds: number
  proofRequired: ProofRule
  proofRequiredFailed: boolean
  notifyScheduled: boolean
  notifyOutcome: boolean
  /** Out for delivery, next stop, delayed. */
  notifyOnTheWay: boolean
  /** The tracking page shows the proof. */
  shareProof: boolean
  /** What drivers choose from when a delivery fails. */
  failureReasons: string[]
  driversMayReorder: boolean
  contactPhone: string | null
  contactEmail: string | null
  smsConsentDefault: boolean
  serviceMinutes: number
}

export interface Business extends Settings {
  businessId: string
  name: string
  timeZone: string
  quietHours: { start: string; end: string } | null
  /** The business's own words; those that are missing are ours. */
  messageTexts: Partial<Record<MessageKind, string>>
  contactEmail: string | null
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

export async function findBusiness(tx: Tx, businessId: string): Promise<Business | null> {
  const row = await tx.selectFrom('businesses').selectAll().where('business_uuid', '=', businessId).executeTakeFirst()
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
        shareProof: row.share_proof,
        failureReasons: row.failure_reasons,
        driversMayReorder: row.drivers_may_reorder,
        quietHours: row.quiet_start && row.quiet_end ? { start: row.quiet_start, end: row.quiet_end } : null,
        messageTexts: row.message_texts,
        smsConsentDefault: row.sms_consent_default,
        serviceMinutes: row.service_minutes,
        contactPhone: row.contact_phone,
        contactEmail: row.contact_email,
      }
    : null
}

export async function updateSettings(tx: Tx, businessId: string, settings: Partial<Settings>): Promise<void> {
  if (Object.keys(settings).length === 0) return
  await tx
    .updateTable('businesses')
    .set({
      undo_window_seconds: settings.undoWindowSeconds,
      proof_required: settings.proofRequired,
      proof_required_failed: settings.proofRequiredFailed,
      notify_scheduled: settings.notifyScheduled,
      notify_outcome: settings.notifyOutcome,
      notify_on_the_way: settings.notifyOnTheWay,
      share_proof: settings.shareProof,
      failure_reasons: settings.failureReasons,
      drivers_may_reorder: settings.driversMayReorder,
      contact_phone: settings.contactPhone,
      contact_email: settings.contactEmail,
      sms_consent_default: settings.smsConsentDefault,
      service_minutes: settings.serviceMinutes,
    })
    .where('business_uuid', '=', businessId)
    .execute()
}
