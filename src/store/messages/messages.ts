// The message log: texts and emails, sent and still to be sent, with their recipients. Links are stored as
// placeholders, never as links.
import { selectOwn, updateOwn } from '../own.ts'
import { createHash } from 'node:crypto'
import type { Formats } from '../../domain/formats.ts'
import type { Language } from '../../domain/customer-words/language.ts'
import { type RawBuilder, sql } from 'kysely'
import {
  DRIVER_TEXTS,
  type DriverText,
  isDriverText,
  type MessageKind,
  type MessageStatus,
  type NoticeKind,
  type OrderAtSending,
  type Price,
} from '../../domain/messages/message.ts'
import type { OrderFacts } from '../../domain/messages/message-text.ts'
import type { Channel } from '../../domain/orders/consent.ts'
import type { PhonePlace } from '../../domain/settings/phone-region.ts'
import { insertStatement, rowsParameter } from '../bulk-write.ts'
import { sendSqlText, type SystemTx, type Tx } from '../database.ts'
import { isNotPutOff, type WorkItem } from '../jobs/failed-work.ts'
import { isOnClock } from '../test-days/test-days.ts'

export interface Message {
  messageId: string
  channel: 'SMS' | 'EMAIL'
  kind: MessageKind
  recipient: string
  body: string
  orderId: string | null
  routeId: string | null
  /** Recipient of a message to a driver. */
  driverId: string | null
  dueAt: Date
}

/**
 * Records messages for sending, pipelined. Some kinds are sent only once per order and route. A message of such a kind
 * is omitted if it already exists. If the existing message was dropped, because it was not true when it was due, it is
 * sent again.
 */
export function insertMessages(tx: Tx, messages: readonly Message[], now: Date): void {
  const rows = messages.map((message) => ({
    businessId: tx.businessId,
    messageId: message.messageId,
    channel: message.channel,
    kind: message.kind,
    recipient: message.recipient,
    body: message.body,
    orderId: message.orderId,
    routeId: message.routeId,
    driverId: message.driverId,
    createdAt: now,
    dueAt: message.dueAt,
  }))
  const [first] = rows
  if (first)
    sendSqlText(tx, `${insertStatement('messages', Object.keys(first))} ${ONCE_PER_ROUTE}`, [rowsParameter(rows)])
}

const ONCE_PER_ROUTE = `
  on conflict (business_uuid, order_uuid, route_uuid, kind, channel)
    where kind in ('OUT_FOR_DELIVERY', 'NEXT_STOP', 'NOT_COMING', 'ON_MY_WAY', 'AT_THE_DOOR', 'CANNOT_FIND')
  do update set recipient = excluded.recipient, body = excluded.body, due_at = excluded.due_at, status = 'PENDING',
    attempts = 0, error = null
  where messages.status = 'DROPPED'`

/** Returns the orders whose customers received a message that this route is out for delivery. */
export async function ordersToldOutForDelivery(
  tx: Tx,
  routeId: string,
  orderIds: readonly string[],
): Promise<string[]> {
  if (orderIds.length === 0) return []
  const rows = await selectOwn(tx, 'messages', { routeId, kind: 'OUT_FOR_DELIVERY' })
    .select('orderId')
    .distinct()
    .where('orderId', 'in', orderIds)
    .where('status', 'in', ['SENDING', 'LOGGED', 'SENT', 'UNKNOWN'])
    .execute()
  return rows.flatMap(({ orderId }) => orderId ?? [])
}

/** A text to a customer that a driver chose. */
export interface StoredText {
  orderId: string
  kind: DriverText
  status: MessageStatus
  sentAt: Date | null
}

/** Returns the texts that the driver of a route chose. */
export async function driverTextsOf(tx: Tx, routeId: string): Promise<StoredText[]> {
  const rows = await selectOwn(tx, 'messages', { routeId })
    .select(['orderId', 'kind', 'status', 'sentAt'])
    .where('kind', 'in', DRIVER_TEXTS)
    .execute()
  return rows.flatMap(({ orderId, kind, ...rest }) =>
    orderId && isDriverText(kind) ? [{ orderId, kind, ...rest }] : [],
  )
}

/** Returns whether the customer received a message that the order won't come with a route of that day. */
export async function wasToldNotComing(tx: Tx, orderId: string, day: string): Promise<boolean> {
  const { rows } = await sql`
    select from messages m join routes r on r.business_uuid = m.business_uuid and r.route_uuid = m.route_uuid
    where m.business_uuid = ${tx.businessId}::uuid and m.order_uuid = ${orderId}::uuid and m.kind = 'NOT_COMING'
      and m.status in ('LOGGED', 'SENT', 'UNKNOWN') and r.date = ${day}::date limit 1`.execute(tx)
  return rows.length > 0
}

/** Selects the outcome in the customer's last message about an order's outcome. Null if it was corrected since. */
const lastTold = (businessId: RawBuilder<unknown>, orderId: RawBuilder<unknown>) => sql`
  select nullif(told.kind, 'CORRECTED') from messages told
  where told.business_uuid = ${businessId} and told.order_uuid = ${orderId}
    and told.kind in ('DELIVERED', 'FAILED', 'CORRECTED') and told.status in ('SENDING', 'LOGGED', 'SENT', 'UNKNOWN')
  order by told.created_at desc, told.message_uuid desc limit 1`

/**
 * Returns the outcome in the customer's last message about the order's outcome, and its channels. Null if there is none
 * or it was corrected since.
 */
export async function lastOutcomeTold(
  tx: Tx,
  orderId: string,
): Promise<{ kind: 'DELIVERED' | 'FAILED'; channels: Channel['channel'][] } | null> {
  const { rows } = await sql<{ kind: 'DELIVERED' | 'FAILED'; channels: Channel['channel'][] }>`
    select m.kind, array_agg(distinct m.channel) as channels from messages m
    where m.business_uuid = ${tx.businessId}::uuid and m.order_uuid = ${orderId}::uuid
      and m.status in ('SENDING', 'LOGGED', 'SENT', 'UNKNOWN')
      and m.kind = (${lastTold(sql`${tx.businessId}::uuid`, sql`${orderId}::uuid`)})
    group by m.kind`.execute(tx)
  return rows[0] ?? null
}

/** Returns whether the customer received a message that a route of that day is out for delivery. */
export async function wasToldOut(tx: Tx, orderId: string, day: string): Promise<boolean> {
  const { rows } = await sql`
    select from messages m join routes r on r.business_uuid = m.business_uuid and r.route_uuid = m.route_uuid
    where m.business_uuid = ${tx.businessId}::uuid and m.order_uuid = ${orderId}::uuid and m.kind = 'OUT_FOR_DELIVERY'
      and m.status in ('SENDING', 'LOGGED', 'SENT', 'UNKNOWN') and r.date = ${day}::date limit 1`.execute(tx)
  return rows.length > 0
}

/** A message that is being sent, with the data for its text and links. */
export interface ClaimedMessage {
  businessId: string
  business: MessageSender
  messageId: string
  channel: 'SMS' | 'EMAIL'
  kind: MessageKind
  recipient: string
  body: string
  orderId: string | null
  routeId: string | null
  linkNonce: string | null
  /** ID of the link to the driver page. Null if the link has ended. */
  homeId: string | null
  attempts: number
  /** The order in its current state. Null for a message to a driver. */
  order: ClaimedOrder | null
}

/** The business as its customers see it. */
export interface MessageSender extends PhonePlace {
  name: string
  formats: Formats
  accentColor: string | null
  logoFile: string | null
  contactPhone: string | null
  contactEmail: string | null
  mailSubjects: Partial<Record<NoticeKind, string>>
  language: Language
  /** Price of a text segment if the provider doesn't report it. */
  textPrice: number | null
  textCurrency: string
  /** Whether it is a test side, which sends no messages. */
  isTest: boolean
}

interface ClaimedOrder extends OrderAtSending, OrderFacts {
  agrees: boolean
  /**
   * Email address for messages that can't be texted. Null unless the business notifies by one channel only and the
   * customer agreed to emails.
   */
  mailInstead: string | null
  language: Language | null
  /** Range that contains the arrival (ISO 8601). Null if the stop isn't dispatched, or isn't pending or en route. */
  etaFrom: string | null
  etaTo: string | null
}

/** Returns messages that are due, and messages whose sender died (`lost`), longest due first. For the system role. */
export async function dueMessages(
  tx: SystemTx,
  now: Date,
  limit: number,
  of: string | null,
): Promise<(WorkItem & { lost: boolean })[]> {
  const { rows } = await sql<WorkItem & { lost: boolean }>`
    select m.business_uuid, m.message_uuid as item_uuid, m.status = 'SENDING' as lost from messages m
    where m.status in ('PENDING', 'SENDING') and m.due_at <= ${now}::timestamptz
      and ${isNotPutOff('send-messages', sql`m.business_uuid`, sql`m.message_uuid`, now)}
      and ${isOnClock(sql`m.business_uuid`, of)}
    order by m.due_at limit ${limit}`.execute(tx)
  return rows
}

const keysOf = (items: readonly WorkItem[]) => sql`
  unnest(${items.map(({ businessId }) => businessId)}::uuid[], ${items.map(({ itemId }) => itemId)}::uuid[])
    as k (business_uuid, message_uuid)`

/** Leases the messages that are still to be sent until `leaseUntil`. For the system role. */
export async function claimMessages(
  tx: SystemTx,
  messages: readonly WorkItem[],
  now: Date,
  leaseUntil: Date,
): Promise<ClaimedMessage[]> {
  const { rows } = await sql<ClaimedMessage>`
    with due as (
      select m.business_uuid, m.message_uuid from messages m join ${keysOf(messages)} using (business_uuid, message_uuid)
      where m.status = 'PENDING' and m.due_at <= ${now}::timestamptz for update of m skip locked)
    update messages m set status = 'SENDING', attempts = m.attempts + 1, due_at = ${leaseUntil}::timestamptz
    from due join businesses b on b.business_uuid = due.business_uuid
    where m.business_uuid = due.business_uuid and m.message_uuid = due.message_uuid
    returning m.business_uuid, m.message_uuid, m.channel, m.kind, m.recipient, m.body, m.order_uuid, m.route_uuid, m.attempts,
      json_build_object(
        'name', coalesce(b.brand_name, b.name), 'timeZone', b.time_zone, 'phoneRegion', b.phone_region,
        'formats', json_build_object('units', b.units, 'clock', b.clock, 'dateFormat', b.date_format), 'accentColor', b.accent_color,
        'logoFile', b.logo_file, 'contactPhone', b.contact_phone, 'contactEmail', b.contact_email,
        'mailSubjects', b.mail_subjects, 'language', b.customer_language, 'textPrice', b.text_price, 'textCurrency', b.text_currency,
        'isTest', b.test_of is not null) as business,
      (select r.link_nonce from routes r where r.business_uuid = m.business_uuid and r.route_uuid = m.route_uuid),
      (select h.home_uuid from driver_homes h
       where h.business_uuid = m.business_uuid and h.driver_uuid = m.driver_uuid and h.ended_at is null),
      (select json_build_object(
         'status', o.status,
         'onThatRoute', coalesce(o.route_uuid = m.route_uuid, false),
         'mayCome', exists (
           select from routes r join routes about on about.business_uuid = m.business_uuid and about.route_uuid = m.route_uuid
           where r.business_uuid = o.business_uuid and r.route_uuid = o.route_uuid and r.date = about.date
             and r.status in ('PLANNED', 'DISPATCHED', 'IN_PROGRESS')),
         'stopStatus', s.status,
         'toldOutcome', (${lastTold(sql`m.business_uuid`, sql`m.order_uuid`)}),
         'agrees', coalesce(case m.channel when 'SMS' then o.sms_consent else o.email_consent end,
                            b.sms_consent_default),
         'mailInstead', case when b.notice_channels = 'ONE' and coalesce(o.email_consent, b.sms_consent_default) then o.customer_email end,
         'language', o.language, 'externalRef', o.external_ref, 'items', o.items, 'day', o.delivery_date,
         'windowStart', to_char(o.window_start, 'HH24:MI'), 'windowEnd', to_char(o.window_end, 'HH24:MI'), 'rules', o.rules,
         'etaFrom', case when s.status in ('PENDING', 'EN_ROUTE') then s.eta_from end,
         'etaTo', case when s.status in ('PENDING', 'EN_ROUTE') then s.eta_to end)
       from orders o
       left join stops s on s.business_uuid = o.business_uuid and s.stop_uuid = o.stop_uuid
       where o.business_uuid = m.business_uuid and o.order_uuid = m.order_uuid) as "order"
  `.execute(tx)
  return rows
}

/** Drops the messages about an order's outcome that have not been sent. Returns whether there were any. */
export async function dropOutcomeMessages(tx: Tx, orderId: string): Promise<boolean> {
  const { numUpdatedRows } = await updateOwn(tx, 'messages', { orderId, status: 'PENDING' })
    .set({ status: 'DROPPED', error: 'The outcome was undone or corrected.' })
    .where('kind', 'in', ['DELIVERED', 'FAILED'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Writes the result of a leased message. For the system role. */
export async function settleMessage(
  tx: SystemTx,
  message: Pick<ClaimedMessage, 'businessId' | 'messageId'>,
  result: {
    status: MessageStatus
    dueAt: Date
    error: string | null
    providerId: string | null
    /** Text that was sent, which replaces the stored template. */
    body?: string
    segments?: number
    /** Phone number in E.164 format, as in the sender of a reply. */
    textedTo?: string
    price?: Price | null
  },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('messages')
    .set({
      status: result.status,
      dueAt: result.dueAt,
      error: result.error,
      providerId: result.providerId,
      body: result.body,
      segments: result.segments,
      textedTo: result.textedTo,
      price: result.price?.amount,
      currency: result.price?.currency,
      sentAt: result.status === 'SENT' || result.status === 'LOGGED' ? now : null,
    })
    .where('businessId', '=', message.businessId)
    .where('messageId', '=', message.messageId)
    .where('status', '=', 'SENDING')
    .execute()
}

/**
 * Marks messages whose sender died as UNKNOWN. They may have been sent, so they are not sent again. For the system
 * role.
 */
export async function failLostMessages(tx: SystemTx, messages: readonly WorkItem[], now: Date): Promise<void> {
  await sql`
    update messages m
    set status = 'UNKNOWN', error = 'The sending process ended before the provider answered.'
    from ${keysOf(messages)}
    where m.business_uuid = k.business_uuid and m.message_uuid = k.message_uuid
      and m.status = 'SENDING' and m.due_at <= ${now}::timestamptz`.execute(tx)
}

/** Stored form of an erased phone number that still opts out of texts. */
export const phoneDigest = (phone: string): string => `sha256:${createHash('sha256').update(phone).digest('hex')}`

/** Opts a phone number out of texts. For the system role. */
export const optOut = async (tx: SystemTx, phone: string, now: Date): Promise<void> => {
  await tx
    .insertInto('textOptOuts')
    .values({ phone, at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export const optIn = async (tx: SystemTx, phone: string): Promise<void> => {
  await tx
    .deleteFrom('textOptOuts')
    .where('phone', 'in', [phone, phoneDigest(phone)])
    .execute()
}

/** Returns the phone numbers that have opted out of texts. */
export async function optedOut(tx: SystemTx, phones: readonly string[]): Promise<Set<string>> {
  if (phones.length === 0) return new Set()
  const rows = await tx
    .selectFrom('textOptOuts')
    .select('phone')
    // An erased number is stored as a digest.
    .where('phone', 'in', [...phones, ...phones.map(phoneDigest)])
    .execute()
  const found = new Set(rows.map((row) => row.phone))
  return new Set(phones.filter((phone) => found.has(phone) || found.has(phoneDigest(phone))))
}
