// Mapping of a shop's orders to deliveries, with a preview of the delivery that a received order would become.
import { useState } from 'react'
import type { ConnectorOut, MappingOut, PayloadOut, PreviewOut } from '../../../src/contract/office/connectors.ts'
import { FILE_UNITS, IMPORT_FIELDS, type ImportField } from '../../../src/domain/imports/import-columns.ts'
import { DATE_ORDERS } from '../../../src/domain/imports/import-dates.ts'
import { ApiError, call, asUncheckedBody } from '../../api/client.ts'
import { useInvalidate } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { Field, SelectField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { type SubmittedForm, type Values, readSubmittedForm } from '../../ui/form-values.ts'
import page from '../../ui/page.module.css'
import { RichText } from '../../ui/rich-text.tsx'
import { words } from '../../words/locale.ts'
import log from '../log/log.module.css'
import { usePages } from '../log/paged.tsx'
import { SHOPS_GUIDE } from './shop-state.tsx'

/** Fields that every mapping shows. The others are shown if they have a template, or on request. */
const MAIN: readonly ImportField[] = [
  'external_ref',
  'customer_name',
  'customer_phone',
  'customer_email',
  'line1',
  'unit',
  'city',
  'region',
  'postal_code',
  'delivery_date',
  'window',
  'instructions',
  'item_name',
  'item_quantity',
  'item_sku',
  'status',
  'shipping_method',
]

/** Interval at which the orders of a shop are read again, in milliseconds. */
export const REFRESH_MS = 10_000

const nameOf = (field: ImportField): string => `mapping.fields.${field}`

const valuesOf = (mapping: MappingOut): Values => ({
  ...Object.fromEntries(IMPORT_FIELDS.map((field) => [nameOf(field), mapping.fields[field]])),
  'mapping.items': mapping.items,
  'mapping.statuses': mapping.statuses.join(', '),
  'mapping.shipping_methods': mapping.shipping_methods.join(', '),
  'mapping.default_days': mapping.default_days === null ? null : String(mapping.default_days),
  'mapping.date_order': mapping.date_order,
  'mapping.units': mapping.units,
})

const listIn = (text: string): string[] =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)

const mappingIn = (sent: SubmittedForm) => ({
  fields: Object.fromEntries(
    IMPORT_FIELDS.flatMap((field) => {
      const template = sent.text(nameOf(field)).trim()
      return template ? [[field, template]] : []
    }),
  ),
  items: sent.orNull('mapping.items'),
  statuses: listIn(sent.text('mapping.statuses')),
  shipping_methods: listIn(sent.text('mapping.shipping_methods')),
  default_days: sent.number('mapping.default_days'),
  date_order: sent.text('mapping.date_order'),
  units: sent.text('mapping.units'),
})

export function ShopMapping({ connector: { connector_uuid, mapping } }: { connector: ConnectorOut }) {
  const again = useInvalidate()
  const [all, setAll] = useState(false)
  const values = valuesOf(mapping)
  const shown = IMPORT_FIELDS.filter((field) => all || MAIN.includes(field) || mapping.fields[field])
  const of = { params: { connector_uuid } }
  return (
    <section className={page.section}>
      <h2>{words.shops.mapping}</h2>
      <p className={page.soft}>
        <RichText
          text={words.shops.mappingLead}
          parts={{ a: (inner) => <a href={`${SHOPS_GUIDE}#mapping`}>{inner}</a> }}
        />
      </p>
      <Form
        draft={`shops/${connector_uuid}`}
        values={values}
        save={async (sent) => {
          const body = asUncheckedBody<'PATCH /connectors/{connector_uuid}'>({ mapping: mappingIn(sent) })
          await call('PATCH /connectors/{connector_uuid}', { ...of, body })
          await again('GET /connectors')
          return words.common.saved
        }}
      >
        <div className={page.pair}>
          {shown.map((field) => (
            <Field key={field} label={words.imports.columns[field]} name={nameOf(field)} spellCheck={false} />
          ))}
          <Field label={words.shops.itemsPath} name="mapping.items" spellCheck={false} />
          <Field label={words.shops.statuses} name="mapping.statuses" hint={words.shops.statusesHint} />
          <Field label={words.shops.methods} name="mapping.shipping_methods" hint={words.shops.methodsHint} />
          <Field
            label={words.shops.defaultDays}
            name="mapping.default_days"
            type="number"
            min={0}
            hint={words.shops.defaultDaysHint}
          />
          <SelectField
            label={words.shops.dateOrder}
            name="mapping.date_order"
            options={DATE_ORDERS.map((order) => [order, words.shops.dateOrders[order]])}
          />
          <SelectField
            label={words.shops.units}
            name="mapping.units"
            options={FILE_UNITS.map((unit) => [unit, words.shops.unitsOf[unit]])}
          />
        </div>
        {all ? null : (
          <div>
            <Button onClick={() => setAll(true)}>{words.shops.moreFields}</Button>
          </div>
        )}
        <Preview connectorId={connector_uuid} values={values} />
      </Form>
    </section>
  )
}

/** Shows the delivery that a received order would become with the current fields. */
function Preview({ connectorId, values }: { connectorId: string; values: Values }) {
  const pages = usePages('GET /connector-payloads', { connector_uuid: connectorId }, REFRESH_MS)
  const found = pages.data?.pages.flatMap(({ payloads }) => payloads) ?? []
  const payloads = found.filter(({ body }) => body !== null)
  const [chosen, setChosen] = useState<string | null>(null)
  const [preview, setPreview] = useState<PreviewOut | string | null>(null)
  const payload = payloads.find(({ payload_uuid }) => payload_uuid === chosen) ?? payloads[0]
  const show = async (form: HTMLFormElement | null): Promise<void> => {
    if (!form || !payload) return
    const body = { payload_uuid: payload.payload_uuid, mapping: mappingIn(readSubmittedForm(form, values)) }
    try {
      const params = { connector_uuid: connectorId }
      const asked = asUncheckedBody<'POST /connectors/{connector_uuid}/preview'>(body)
      setPreview(await call('POST /connectors/{connector_uuid}/preview', { params, body: asked }))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setPreview(error.message)
    }
  }
  return (
    <>
      <div className={page.actions}>
        {payloads.length > 1 ? (
          <select
            aria-label={words.shops.previewOf}
            value={payload?.payload_uuid}
            onChange={(event) => setChosen(event.target.value)}
          >
            {payloads.map((one) => (
              <option key={one.payload_uuid} value={one.payload_uuid}>
                {orderName(one)}
              </option>
            ))}
          </select>
        ) : null}
        <Button
          reason={payload ? null : words.shops.noOrderYet}
          onClick={(event) => void show(event.currentTarget.closest('form'))}
        >
          {words.shops.preview}
        </Button>
      </div>
      <div role="status">{preview === null ? null : <Previewed preview={preview} />}</div>
    </>
  )
}

/** Name of a received order for people. */
export const orderName = ({ external_ref }: PayloadOut): string => external_ref ?? words.shops.unnamed

function Previewed({ preview }: { preview: PreviewOut | string }) {
  if (typeof preview === 'string') return <p className={page.bad}>{preview}</p>
  const { order, faults, left_out } = preview
  return (
    <>
      {left_out ? <p className={page.bad}>{words.shops.wouldSkip(left_out)}</p> : null}
      {faults.length > 0 ? (
        <>
          <p className={page.bad}>{words.shops.wouldFail}</p>
          <ul>
            {faults.map(({ field, message }) => (
              <li key={`${field} ${message}`}>
                {field} {message}
              </li>
            ))}
          </ul>
        </>
      ) : null}
      <p>{words.shops.previewed}</p>
      <pre className={log.block} aria-label={words.shops.preview} tabIndex={0}>
        {JSON.stringify(order, null, 2)}
      </pre>
    </>
  )
}
