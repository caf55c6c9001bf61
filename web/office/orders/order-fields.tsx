// Fields that orders and recurring orders share.
import type { ReactNode } from 'react'
import type { OrderDetailOut } from '../../../src/contract/order-actions.ts'
import type { RecurringOrderOut } from '../../../src/contract/recurring-order.ts'
import { ID_CHECKS } from '../../../src/domain/routes/door-checks.ts'
import { LANGUAGE_NAMES, LANGUAGES } from '../../../src/domain/customer-words/language.ts'
import { listIn, windowsIn } from '../../../src/domain/imports/import-cells.ts'
import { TEMPERATURE_CLASSES } from '../../../src/domain/orders/order.ts'
import type { Body } from '../../api/client.ts'
import { Field, SelectField, TextField } from '../../ui/field.tsx'
import type { SubmittedForm, Values } from '../../ui/form-values.ts'
import { clockTime, storedValueOf, miles, inputValueOf, unitOf, windowOf } from '../../ui/format.ts'
import page from '../../ui/page.module.css'
import { words } from '../../words/locale.ts'
import { AddressField } from './address-suggestions.tsx'
import { ServiceTimeField } from './service-time-field.tsx'
import { itemsIn, lineOf } from './item-lines.ts'

interface Props {
  /** Service time of recent deliveries to the address. */
  usual?: OrderDetailOut['service']['usual']
  /** Field next to the postal code. */
  date?: ReactNode
}

export const OrderFields = ({ usual = null, date }: Props) => (
  <>
    <Field label={words.common.customer} {...named('customer_name')} />
    <div className={page.pair}>
      <Field label={words.common.phone} type="tel" {...named('customer_phone')} />
      <Field label={words.common.email} type="email" {...named('customer_email')} />
    </div>
    <AddressField />
    <div className={page.pair}>
      <Field label={words.orders.city} name="city" faultName="order.address.city" />
      <Field label={words.orders.region} name="region" faultName="order.address.region" />
    </div>
    <div className={page.pair}>
      <Field label={words.orders.postalCode} name="postal_code" faultName="order.address.postal_code" />
      {date}
    </div>
    <div className={page.pair}>
      <Field label={words.orders.notBefore} type="time" {...named('window_start')} />
      <Field label={words.orders.notAfter} type="time" {...named('window_end')} />
    </div>
    <Field
      label={words.orders.moreWindows}
      hint={words.orders.moreWindowsHint(clockTime('13:00'), clockTime('15:00'))}
      {...named('more_windows')}
    />
    <div className={page.pair}>
      <SelectField
        label={words.orders.temperature}
        {...named('temperature_class')}
        options={TEMPERATURE_CLASSES.map((one) => [one, words.common.temperature[one]])}
      />
      <Field label={words.orders.weight(unitOf('weight'))} inputMode="decimal" {...named('load_weight_lbs')} />
    </div>
    <TextField
      label={words.common.items}
      rows={3}
      hint={words.orders.itemsHint}
      name="items"
      faultName={['order.items', 'items']}
    />
    <Field label={words.orders.readyToLoad} type="time" hint={words.orders.readyToLoadHint} {...named('ready_at')} />
    <Field label={words.orders.streetHours} hint={words.orders.streetHoursHint} {...named('street_hours')} />
    <ServiceTimeField {...named('service_minutes')} usual={usual} />
    <div className={page.pair}>
      <Field label={words.orders.pieces} inputMode="decimal" {...named('load_pieces')} />
      <Field label={words.orders.volume(unitOf('volume'))} inputMode="decimal" {...named('load_cubic_feet')} />
    </div>
    <div className={page.pair}>
      <Field
        label={words.orders.pickUp(unitOf('weight'))}
        inputMode="decimal"
        hint={words.orders.pickUpHint}
        {...named('pickup_weight_lbs')}
      />
      <Field label={words.orders.pickUpPieces} inputMode="decimal" {...named('pickup_pieces')} />
    </div>
    <VehicleAndDriverFields />
    <DoorFields />
    <Field label={words.common.instructions} {...named('instructions')} />
    <SelectField
      label={words.common.language}
      hint={words.orders.languageHint}
      {...named('language')}
      none={words.orders.usualLanguage}
      options={LANGUAGES.map((language) => [language, LANGUAGE_NAMES[language]])}
    />
  </>
)

const VehicleAndDriverFields = () => (
  <>
    <div className={page.pair}>
      <Field
        label={words.orders.priority}
        inputMode="numeric"
        hint={words.orders.priorityHint}
        {...named('priority')}
      />
      <Field label={words.orders.vehicleMustHave} hint={words.orders.skillsHint} {...named('required_skills')} />
    </div>
    <div className={page.pair}>
      <Field label={words.orders.onlyTheseDrivers} hint={words.orders.namesHint} {...named('required_drivers')} />
      <Field label={words.orders.notTheseDrivers} hint={words.orders.namesHint} {...named('excluded_drivers')} />
    </div>
    <Field
      label={words.orders.preferredDrivers}
      hint={words.orders.preferredHint(miles(5))}
      {...named('preferred_drivers')}
    />
  </>
)

const DoorFields = () => (
  <>
    <div className={page.pair}>
      <Field
        label={words.orders.atDoor.collect}
        inputMode="decimal"
        hint={words.orders.atDoor.collectHint}
        {...named('collect_amount')}
      />
      <SelectField
        label={words.orders.atDoor.shows}
        {...named('id_check')}
        none={words.orders.atDoor.nothing}
        options={ID_CHECKS.map((check) => [check, words.orders.atDoor.checks[check]])}
      />
    </div>
    <SelectField
      label={words.orders.atDoor.code}
      hint={words.orders.atDoor.codeHint}
      {...named('door_code')}
      none={words.orders.atDoor.usual}
      options={[
        ['true', words.orders.atDoor.asked],
        ['false', words.orders.atDoor.notAsked],
      ]}
    />
  </>
)

/** Props of a field. The server names its fault `name` for an order, and `order.name` for a recurring order. */
export const named = (name: string) => ({ name, faultName: [`order.${name}`, name] })

export const NEW_ORDER: Values = { temperature_class: 'DRY' }

/** An order without its reference and date. A recurring order has only the fields that were set. */
type Ordered = RecurringOrderOut['order']
type Fields = Body<'POST /recurring-orders'>['order']

export const fieldValues = ({ address, items, metadata: _metadata, ...order }: Ordered): Values => ({
  ...NEW_ORDER,
  ...Object.fromEntries(Object.entries(order).filter(([, value]) => typeof value !== 'object')),
  door_code: order.door_code === undefined || order.door_code === null ? '' : String(order.door_code),
  items: items?.map((item) => lineOf(item)).join('\n'),
  load_weight_lbs: inputValueOf('weight', order.load_weight_lbs),
  load_cubic_feet: inputValueOf('volume', order.load_cubic_feet),
  pickup_weight_lbs: inputValueOf('weight', order.pickup_weight_lbs),
  line1: address?.line1,
  city: address?.city,
  region: address?.region,
  postal_code: address?.postal_code,
  more_windows: order.more_windows?.map((window) => windowOf(window)).join(', '),
  required_skills: order.required_skills?.join(', '),
  required_drivers: order.required_drivers?.join(', '),
  excluded_drivers: order.excluded_drivers?.join(', '),
  preferred_drivers: order.preferred_drivers?.join(', '),
})

/** Fields whose value needs no conversion, with the way to read each. */
const PLAIN = {
  customer_phone: 'orNull',
  customer_email: 'orNull',
  window_start: 'orNull',
  window_end: 'orNull',
  temperature_class: 'orNull',
  instructions: 'orNull',
  service_minutes: 'number',
  language: 'orNull',
  priority: 'number',
  ready_at: 'orNull',
  street_hours: 'orNull',
  load_pieces: 'number',
  pickup_pieces: 'number',
  collect_amount: 'orNull',
  id_check: 'orNull',
} as const

/**
 * Returns the order fields for the request body. Their values are unchecked, because the server reports invalid fields. Fields
 * that the form doesn't show keep their value in `order`.
 */
export function fieldsIn(sent: SubmittedForm, order: Ordered | null): Fields {
  const body: { [Name in keyof Fields]: unknown } = {
    ...sent.fields(PLAIN),
    customer_name: sent.text('customer_name').trim(),
    address: {
      line1: sent.text('line1').trim(),
      city: sent.orNull('city'),
      region: sent.orNull('region'),
      postal_code: sent.orNull('postal_code'),
    },
    more_windows: sent.orNull('more_windows') && (windowsIn(sent.text('more_windows')) ?? sent.text('more_windows')),
    load_weight_lbs: storedValueOf('weight', sent.number('load_weight_lbs'), order?.load_weight_lbs),
    load_cubic_feet: storedValueOf('volume', sent.number('load_cubic_feet'), order?.load_cubic_feet),
    required_skills: listIn(sent.text('required_skills')),
    required_drivers: listIn(sent.text('required_drivers')),
    excluded_drivers: listIn(sent.text('excluded_drivers')),
    preferred_drivers: listIn(sent.text('preferred_drivers')),
    pickup_weight_lbs: storedValueOf('weight', sent.number('pickup_weight_lbs'), order?.pickup_weight_lbs),
    door_code: sent.orNull('door_code') === null ? null : sent.text('door_code') === 'true',
    pickup_cubic_feet: order?.pickup_cubic_feet ?? null,
    items: sent.changed('items') ? itemsIn(sent.text('items'), order?.items ?? null) : (order?.items ?? null),
    sms_consent: order?.sms_consent ?? null,
    email_consent: order?.email_consent ?? null,
  }
  return body as Fields
}
