// Tests settings, branding and the logo over real HTTP: stored values, refused fields, and permissions.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import type { SettingsOut } from '../../../src/contract/settings.ts'
import type { SessionOut } from '../../../src/contract/office/sign-in.ts'
import { getPage } from '../../helpers/links.ts'
import { type Office, signedIn } from '../../helpers/office.ts'
import { orderBody } from '../../helpers/orders.ts'
import { dateIn } from '../../helpers/routes.ts'
import { startService } from '../../helpers/service.ts'

const service = await startService()

const owner = async () => {
  const shop = await service.business()
  return { shop, office: await signedIn(service, shop.businessId, 'OWNER') }
}
const read = async (office: Office) => (await office.get<SettingsOut>('/settings')).body.data
const change = async (office: Office, fields: Record<string, unknown>) =>
  office.send<SettingsOut>('PATCH', '/settings', { version: (await read(office)).version, ...fields })

const picture = (format: 'png' | 'webp') =>
  sharp({ create: { width: 900, height: 300, channels: 4, background: { r: 200, g: 20, b: 20, alpha: 0.5 } } })
    .toFormat(format)
    .toBuffer()

async function putLogo(office: Office, content: Buffer | string) {
  const response = await fetch(`${service.url}/office/api/settings/logo`, {
    method: 'POST',
    headers: {
      cookie: office.cookie,
      'x-csrf-token': office.session?.csrf_token ?? '',
      'content-type': 'application/octet-stream',
    },
    body: typeof content === 'string' ? content : new Uint8Array(content),
  })
  const body = (await response.json()) as { data: { logo_path: string }; details: { fields: string[] } }
  return { status: response.status, ...body }
}

test('settings are read by all roles and changed by owners, and members that are not sent stay unchanged', async () => {
  const { shop, office } = await owner()
  await change(office, { undo_window_seconds: 30, proof_required: 'PHOTO' })
  await change(office, { service_minutes: 7.5 })
  await change(office, { customer_language: 'es', office_language: 'es' })
  const dispatcher = await signedIn(service, shop.businessId, 'DISPATCHER')
  const seen = await read(dispatcher)
  assert.deepEqual([seen.undo_window_seconds, seen.proof_required, seen.service_minutes], [30, 'PHOTO', 7.5])
  assert.deepEqual([seen.customer_language, seen.office_language], ['es', 'es'])
  assert.equal((await change(dispatcher, { undo_window_seconds: 0 })).status, 403)
})

test('formats of measures, times and dates are settings that every session gets', async () => {
  const { office } = await owner()
  const { units, clock, date_format } = await read(office)
  assert.deepEqual([units, clock, date_format], ['US', 'H12', 'MONTH_FIRST'])
  const written = { units: 'UK', clock: 'H24', date_format: 'YEAR_FIRST' }
  assert.equal((await change(office, written)).status, 200)
  const { business } = (await office.get<SessionOut>('/session')).body.data
  assert.deepEqual({ units: business.units, clock: business.clock, date_format: business.date_format }, written)
})

test('each invalid field is named, and nothing is changed', async () => {
  const { office } = await owner()
  const before = await read(office)
  for (const [fields, named] of [
    [{ undo_window_seconds: 901 }, 'undo_window_seconds'],
    [{ time_zone: 'Mars/Olympus' }, 'time_zone'],
    [{ phone_region: 'UK' }, 'phone_region'],
    [{ units: 'STONE' }, 'units'],
    [{ clock: '24' }, 'clock'],
    [{ date_format: 'DMY' }, 'date_format'],
    [{ accent_color: 'red' }, 'accent_color'],
    [{ contact_email: 'nobody' }, 'contact_email'],
    [{ contact_phone: 'call us' }, 'contact_phone'],
    [{ brand_name: '  ' }, 'brand_name'],
    [{ failure_reasons: [] }, 'failure_reasons'],
    [{ failure_reasons: ['Refused', 'refused '] }, 'failure_reasons.1'],
    [{ quiet_hours: { start: '21:00', end: '21:00' } }, 'quiet_hours.end'],
    [{ message_texts: { SCHEDULED: 'Hello {name}' } }, 'message_texts.SCHEDULED'],
    [{ message_texts: { DELIVERED: 'Thanks from {business' } }, 'message_texts.DELIVERED'],
    [{ message_texts: { DRIVER_ROUTE: 'Go' } }, 'message_texts.DRIVER_ROUTE'],
    [{ mail_subjects: { DELIVERED: 'Here: {tracking_link}' } }, 'mail_subjects.DELIVERED'],
    [{ mail_subjects: { DELIVERED: 'Two\nlines' } }, 'mail_subjects.DELIVERED'],
    [{ text_price: -1 }, 'text_price'],
    [{ text_currency: 'dollars' }, 'text_currency'],
    [{ notices: ['SOMETHING'] }, 'notices.0'],
  ] as const) {
    const { status, body } = await change(office, fields)
    assert.deepEqual([status, body.details.fields], [400, [named]], JSON.stringify(fields))
  }
  assert.deepEqual(await read(office), before)
})

test('a change to an outdated version of the settings is refused with the name of the other user', async () => {
  const { shop, office } = await owner()
  const second = await signedIn(service, shop.businessId, 'OWNER')
  const { version } = await read(office)
  assert.equal((await change(second, { service_minutes: 9 })).status, 200)
  const late = await office.send('PATCH', '/settings', { version, service_minutes: 3 })
  assert.equal(late.status, 409)
  assert.deepEqual([late.body.details.code, late.body.details.by], ['CHANGED_MEANWHILE', 'Test owner'])
  assert.equal((await read(office)).service_minutes, 9)
})

test('each notice is turned on or off separately, and uses the wording of the business', async () => {
  const { office } = await owner()
  assert.deepEqual((await read(office)).notices, [])
  const words = { NEXT_STOP: '{business} is close: {tracking_link}' }
  const { body } = await change(office, { notices: ['NEXT_STOP', 'FAILED'], message_texts: words })
  assert.deepEqual([body.data.notices, body.data.message_texts], [['NEXT_STOP', 'FAILED'], words])
  assert.deepEqual((await change(office, { notices: [] })).body.data.notices, [])
})

test('customers see the brand’s name, phone and logo, and the logo is public until it is replaced', async () => {
  const { shop, office } = await owner()
  const { body } = await shop.post<{ order_uuid: string }>('/orders', orderBody({ delivery_date: dateIn(service, 1) }))
  const brand = { brand_name: 'Corner <Bakery>', contact_phone: '+1 202 555 0100', accent_color: '#FFD400' }
  assert.equal((await change(office, brand)).body.data.accent_color, '#ffd400')
  const page = await getPage(service, `/t/${service.app.secrets.linkToken('tracking', body.data.order_uuid, '')}`)
  assert.match(page.text, /Corner &lt;Bakery&gt;/)
  assert.match(page.text, /202 555 0100/)

  const { data } = await putLogo(office, await picture('webp'))
  assert.equal((await read(office)).logo_path, data.logo_path)
  const logo = await fetch(service.url + data.logo_path)
  assert.match(logo.headers.get('cache-control') ?? '', /immutable/)
  const { format, width, hasAlpha } = await sharp(await logo.arrayBuffer()).metadata()
  assert.deepEqual([format, width, hasAlpha], ['png', 512, true])
  await putLogo(office, await picture('png'))
  assert.equal((await fetch(service.url + data.logo_path)).status, 404)
  assert.equal((await office.send('DELETE', '/settings/logo')).status, 200)
  assert.equal((await read(office)).logo_path, null)
})

test('only an owner can set a logo, which is an image of limited size', async () => {
  const { shop, office } = await owner()
  for (const content of ['', 'no picture', '<svg xmlns="http://www.w3.org/2000/svg"/>']) {
    const { status, details } = await putLogo(office, content)
    assert.deepEqual([status, details.fields], [400, ['logo']])
  }
  assert.equal((await putLogo(office, Buffer.alloc(2 ** 21 + 1))).status, 413)
  const viewer = await signedIn(service, shop.businessId, 'VIEWER')
  assert.equal((await putLogo(viewer, await picture('png'))).status, 403)
  assert.equal((await fetch(`${service.url}/brand/not-a-file`)).status, 404)
})
