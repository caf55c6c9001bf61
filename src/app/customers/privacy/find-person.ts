// Finds the customer of a phone number, an email address or a reference, and counts the stored data
// (docs/privacy.md#erasure).
import { dayToWire } from '../../../contract/fields.ts'
import type { PersonKeyBody, PersonOut } from '../../../contract/privacy.ts'
import type { PhonePlace } from '../../../domain/settings/phone-region.ts'
import type { Tx } from '../../../store/database.ts'
import {
  lastDigitsOf,
  storedDataOf,
  ordersLike,
  personsOrders,
  type PersonsOrder,
  type PersonsTemplate,
  type ContactDetails,
  contactsOfOrders,
  recurringOfPerson,
} from '../../../store/privacy/person.ts'
import { findPhonePlace } from '../../../store/settings/businesses.ts'
import type { Context, WriteTx } from '../../context.ts'
import { invalid, missing } from '../../errors.ts'
import { phoneNumber } from '../messages/phone-number.ts'

/** Search keys, and the deliveries that may match. */
export interface PersonSearch {
  phones: string[]
  emails: string[]
  refs: string[]
  place: PhonePlace
  candidates: string[]
}

export interface Person {
  orders: PersonsOrder[]
  recurring: PersonsTemplate[]
  phones: string[]
  emails: string[]
}

/** Maximum deliveries to list. One customer may have thousands. */
const TOLD = 200

export async function findPerson(ctx: Context, key: PersonKeyBody): Promise<PersonOut> {
  const sought = await normalizeSearch(ctx, key)
  return ctx.rehearse(async (tx) => {
    const { orders, recurring, phones, emails } = await personOf(tx, sought)
    return {
      ...(await countsOf(tx, orders, recurring)),
      names: distinct(orders.map(({ customerName }) => customerName)),
      phones,
      emails,
      under_way: orders.filter(isUnderWay).map(({ externalRef }) => externalRef),
      deliveries: orders
        .slice(-TOLD)
        .toReversed()
        .map(({ orderId, externalRef, customerName, deliveryDate, status }) => ({
          order_uuid: orderId,
          external_ref: externalRef,
          customer_name: customerName,
          delivery_date: dayToWire(deliveryDate),
          status,
        })),
    }
  })
}

/**
 * Normalizes the search keys. A reference also finds deliveries with the same phone number or email address. Throws if
 * a phone number is invalid or a reference is unknown.
 */
export async function normalizeSearch(ctx: Context, key: PersonKeyBody): Promise<PersonSearch> {
  const refs = listed(key.external_ref)
  const { place, named } = await ctx.read(async (tx) => ({
    place: await findPhonePlace(tx),
    named: refs.length === 0 ? [] : await contactsOfOrders(tx, refs),
  }))
  const phone = key.phone === null ? null : phoneNumber(key.phone, place)
  if (key.phone !== null && phone === null) throw invalid('phone', 'must be a phone number')
  if (refs.length > 0 && named.length === 0) throw missing('delivery with that reference')
  const phones = distinct([phone, ...named.flatMap((one) => phoneOf(one, place))])
  const emails = distinct([key.email, ...named.map(({ customerEmail }) => customerEmail)].map(lowerCased))
  const like = { ends: phones.map(lastDigitsOf), emails, refs }
  const candidates = await ctx.db.asSystem((tx) => ordersLike(tx, ctx.businessId, like))
  return { phones, emails, refs, place, candidates }
}

/** Returns the matching deliveries and recurring orders, locked. */
export async function personOf(
  tx: WriteTx,
  { phones, emails, refs, place, candidates }: PersonSearch,
): Promise<Person> {
  const hasOne = (of: ContactDetails): boolean =>
    emails.includes(lowerCased(of.customerEmail) ?? '') || phoneOf(of, place).some((one) => phones.includes(one))
  const orders = (await personsOrders(tx, candidates)).filter((one) => refs.includes(one.externalRef) || hasOne(one))
  const like = { ends: phones.map(lastDigitsOf), emails, refs }
  const recurring = (await recurringOfPerson(tx, like, idsOf(orders))).filter((one) => one.made || hasOne(one))
  const of = [...orders, ...recurring]
  return {
    orders,
    recurring,
    phones: distinct([...phones, ...of.flatMap((one) => phoneOf(one, place))]),
    emails: distinct([...emails, ...of.map(({ customerEmail }) => lowerCased(customerEmail))]),
  }
}

export async function countsOf(tx: Tx, orders: readonly PersonsOrder[], recurring: readonly PersonsTemplate[]) {
  const { photos, messages, replies } = await storedDataOf(tx, idsOf(orders))
  return {
    orders_count: orders.length,
    photos_count: photos,
    messages_count: messages,
    replies_count: replies,
    recurring_orders_count: recurring.length,
  }
}

export const idsOf = (orders: readonly PersonsOrder[]): string[] => orders.map(({ orderId }) => orderId)

/** Returns whether the delivery is under way. Until it ends, its customer can't be erased. */
export const isUnderWay = ({ underWay, texting }: PersonsOrder): boolean => underWay || texting

export const lowerCased = (text: string | null): string | null => text?.toLowerCase() ?? null

const listed = (value: string | null): string[] => (value === null ? [] : [value])

export const distinct = (values: readonly (string | null)[]): string[] => [
  ...new Set(values.filter((value) => value !== null)),
]

/** Returns the phone number in E.164 format as a list of one. Empty if it is missing or unreadable. */
export const phoneOf = ({ customerPhone }: Pick<ContactDetails, 'customerPhone'>, place: PhonePlace): string[] =>
  customerPhone === null ? [] : listed(phoneNumber(customerPhone, place))
