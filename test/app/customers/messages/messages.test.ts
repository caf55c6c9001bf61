// Tests messages through a stub of Twilio's REST API and a real SMTP server: consent, STOP, quiet hours, retries,
// duplicates.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { SMTPServer } from 'smtp-server'
import { createBusiness } from '../../../../src/app/business/create-business.ts'
import { settleOutcomesJob } from '../../../../src/jobs/settle-outcomes.ts'
import { sendMessagesJob } from '../../../../src/jobs/send-messages.ts'
import { findBusiness } from '../../../../src/store/settings/businesses.ts'
import { testClock } from '../../../helpers/clock.ts'
import { expectAuditRow } from '../../../helpers/audit.ts'
import { driverToken } from '../../../helpers/links.ts'
import type { FleetOut } from '../../../../src/contract/office/fleet.ts'
import type { ReportOut } from '../../../../src/contract/reports.ts'
import type { OrderDetailOut } from '../../../../src/contract/order-actions.ts'
import { DRIVER_TEXTS, MESSAGE_KINDS, NOTICE_KINDS } from '../../../../src/domain/messages/message.ts'
import { CUSTOMER_WORDS } from '../../../../src/domain/customer-words/of-language.ts'
import { notInMarks, LOCALE_WORDS, speakPseudo, textsIn } from '../../../helpers/pseudo-words.ts'
import { signedIn } from '../../../helpers/office.ts'
import { builtRoute, dispatchedRoute, shopWithOrders } from '../../../helpers/routes.ts'
import { type Client, startService } from '../../../helpers/service.ts'
import { json, type Respond, stubServer } from '../../../helpers/stub-server.ts'
import { replyByText, twilioEnv } from '../../../helpers/texts.ts'

const texts: { to: string; body: string; authorization: string }[] = []
const accept: Respond = (request, response) => void take(request, response)
const take = async (...[request, response]: Parameters<Respond>): Promise<void> => {
  const form = new URLSearchParams(await text(request))
  texts.push({
    to: form.get('To') ?? '',
    body: form.get('Body') ?? '',
    authorization: request.headers.authorization ?? '',
  })
  json({ sid: `SM${texts.length}` }, 201)(request, response)
}
const carrier = await stubServer(accept)

const mails: string[] = []
const sink = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: (stream, _session, done) => void text(stream).then((mail) => (mails.push(mail), done())),
})
await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve))
after(() => new Promise<void>((resolve) => sink.close(() => resolve())))

const clock = testClock(new Date('2026-11-22T17:00:00Z'))
const service = await startService({
  replaced: { clock: clock.now },
  env: {
    ...twilioEnv(carrier.url),
    SMTP_URL: `smtp://127.0.0.1:${(sink.server.address() as AddressInfo).port}`,
    EMAIL_FROM: 'deliveries@roundsman.test',
  },
})
const { app } = service
const send = () => sendMessagesJob.run(app)
const sentTo = (phone: string) => texts.filter(({ to }) => to === phone).map(({ body }) => body)
const set = (shop: Client, settings: Record<string, unknown>) =>
  app.db.asBusiness(shop.businessId, (tx) => tx.updateTable('businesses').set(settings).execute())
const log = (shop: Client) =>
  app.db.asBusiness(shop.businessId, (tx) =>
    tx.selectFrom('messages').select(['kind', 'channel', 'status', 'error', 'attempts']).orderBy('messageId').execute(),
  )
let last = 0
const freshPhone = () => `+120255501${String(10 + last++).padStart(2, '0')}`
/** A dispatched route of a business that sends every notice to its customers. */
async function talkative(members: Record<string, unknown>) {
  const made = await dispatchedRoute(service, 1, members)
  await set(made.shop, {
    notify_scheduled: true,
    notify_outcome: true,
    notify_on_the_way: true,
    notice_channels: 'BOTH',
  })
  return made
}
const record = (made: Awaited<ReturnType<typeof talkative>>, status: string) =>
  made.shop.post(`/routes/${made.route.route_uuid}/stops/${made.route.stops[0]?.stop_uuid}/status`, {
    status,
    ...(status === 'FAILED' && { reason: 'Nobody home' }),
  })

async function start({ shop, route }: Awaited<ReturnType<typeof talkative>>): Promise<void> {
  const token = await driverToken(service, shop.businessId, route.route_uuid)
  const started = await fetch(`${service.url}/d/${token}/taps`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ kind: 'START', at: clock.now().toISOString() }),
  })
  assert.equal(started.status, 200)
}

test('the driver is texted the whole link, which is not stored in any row', async () => {
  const { shop, route } = await dispatchedRoute(service, 1)
  await send()
  const token = await driverToken(service, shop.businessId, route.route_uuid)
  assert.ok(sentTo('+12025550100').some((body) => body.includes(`http://roundsman.test/d/${token}`)))
  assert.match(texts.at(-1)?.authorization ?? '', /^Basic /)
  const rows = await app.db.asBusiness(shop.businessId, (tx) => tx.selectFrom('messages').selectAll().execute())
  assert.doesNotMatch(JSON.stringify(rows), new RegExp(token))
  assert.equal(rows[0]?.status, 'SENT')
})

test('an outcome is sent by text and mail after its undo window, except if it was undone or consent is missing', async () => {
  const phone = freshPhone()
  const contact = {
    customer_phone: phone,
    customer_email: 'customer@example.com',
    sms_consent: true,
    email_consent: true,
  }
  const told = await talkative(contact)
  await record(told, 'DELIVERED')
  await send()
  assert.ok(!sentTo(phone).some((body) => body.includes('was delivered')), 'nothing is sent during the undo window')
  clock.advance(121)
  await settleOutcomesJob.run(app)
  await send()
  const [arrived] = sentTo(phone).filter((body) => body.includes('was delivered'))
  assert.match(arrived ?? '', /http:\/\/roundsman\.test\/t\/[\w-]{43}\b.*Reply STOP/)
  assert.ok(mails.some((mail) => mail.includes('was delivered') && mail.includes('To: customer@example.com')))

  const undone = await talkative({ ...contact, customer_phone: freshPhone() })
  await record(undone, 'DELIVERED')
  await undone.shop.post(`/routes/${undone.route.route_uuid}/stops/${undone.route.stops[0]?.stop_uuid}/undo`)
  clock.advance(121)
  await settleOutcomesJob.run(app)
  assert.ok(!(await log(undone.shop)).some(({ kind }) => kind === 'DELIVERED'))

  const refused = await talkative({ ...contact, sms_consent: false, email_consent: false })
  await record(refused, 'DELIVERED')
  clock.advance(121)
  await settleOutcomesJob.run(app)
  assert.deepEqual(
    (await log(refused.shop)).map(({ kind }) => kind),
    ['DRIVER_ROUTE'],
  )
})

const reply = (from: string, body: string, token?: string) => replyByText(service, from, body, token)

test('STOP applies to every business until START; a reply without Twilio’s signature changes nothing', async () => {
  const phone = freshPhone()
  assert.equal((await reply(phone, 'STOP', 'another token')).status, 403)
  assert.equal((await reply(phone, ' Stop. ')).status, 200)
  const made = await talkative({ customer_phone: phone.replace('+1', ''), sms_consent: true })
  await record(made, 'DELIVERED')
  clock.advance(121)
  await settleOutcomesJob.run(app)
  await send()
  assert.deepEqual(sentTo(phone), [])
  const dropped = (await log(made.shop)).filter(({ kind }) => kind === 'DELIVERED')
  assert.deepEqual(
    dropped.map(({ status }) => status),
    ['DROPPED'],
  )
  await reply(phone, 'START')
  const again = await talkative({ customer_phone: phone, sms_consent: true })
  await record(again, 'DELIVERED')
  clock.advance(121)
  await settleOutcomesJob.run(app)
  await send()
  assert.equal(sentTo(phone).length, 1)
})

test('a national number is read for the business’s country: texted, and silent after STOP', async () => {
  const { shop, date, refs } = await shopWithOrders(service, 1, { customer_phone: '07700 900124', sms_consent: true })
  await set(shop, { time_zone: 'Europe/London', notify_scheduled: true })
  await app.db.asBusiness(shop.businessId, (tx) => tx.updateTable('drivers').set({ phone: '07700 900123' }).execute())
  const built = await builtRoute(shop, date)
  const dispatched = await shop.post(`/routes/${built.route_uuid}/dispatch`)
  assert.deepEqual(answered(dispatched.body.data), { driver_notified: true, warnings: [] })
  await send()
  assert.equal(sentTo('+447700900123').length, 1)
  assert.equal(sentTo('+447700900124').length, 1)

  for (const phone of ['+447700900123', '+447700900124']) await reply(phone, 'STOP')
  const again = await shop.post(`/routes/${built.route_uuid}/dispatch`)
  assert.deepEqual(answered(again.body.data), {
    driver_notified: false,
    warnings: ['No text to Test driver: this phone answered STOP.'],
  })
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const resent = await office.post<{ no_text: string }>(`/routes/${built.route_uuid}/resend-link`)
  assert.equal(resent.body.data.no_text, 'this phone answered STOP')
  const [driver] = (await office.get<FleetOut>('/fleet')).body.data.drivers
  assert.equal(driver?.no_text, 'this phone answered STOP')
  const { data: order } = (await shop.get<{ order_uuid: string }>(`/orders/${refs[0]}`)).body
  const detail = (await office.get<OrderDetailOut>(`/orders/${order.order_uuid}`)).body.data
  assert.equal(detail.no_text, 'this phone answered STOP')
  await send()
  assert.equal(sentTo('+447700900123').length, 1, 'no further text')
})

test('the region that a business chose applies to its numbers in any time zone', async () => {
  const { shop, date } = await shopWithOrders(service, 1, { customer_phone: '07700 900126', sms_consent: true })
  await set(shop, { time_zone: 'Europe/Paris', notify_scheduled: true })
  const office = await signedIn(service, shop.businessId, 'OWNER')
  const british = { name: 'From London', phone: '07700 900127', email: null, language: null, active: true }
  const refused = await office.post('/drivers', british)
  assert.match(refused.body.message, /one from outside FR starts with \+/)
  const { version } = (await office.get<{ version: number }>('/settings')).body.data
  assert.equal((await office.send('PATCH', '/settings', { version, phone_region: 'gb' })).status, 200)
  assert.equal((await office.post('/drivers', british)).status, 200)
  const elsewhere = await office.post('/drivers', { ...british, name: 'From Paris', phone: '12345' })
  assert.match(elsewhere.body.message, /one from outside GB starts with \+/)
  const built = await builtRoute(shop, date)
  await shop.post(`/routes/${built.route_uuid}/dispatch`)
  await send()
  assert.equal(sentTo('+447700900126').length, 1)
  const known = (await office.get<FleetOut>('/fleet')).body.data.drivers.find(({ name }) => name === 'From London')
  assert.equal(known?.no_text, null)
})

test('a number that can’t be texted stops neither order nor dispatch, and both give the reason', async () => {
  const made = await shopWithOrders(service, 1, { customer_phone: 'ask at the desk', sms_consent: true })
  const { shop } = made
  await set(shop, { notify_scheduled: true })
  await app.db.asBusiness(shop.businessId, (tx) => tx.updateTable('drivers').set({ phone: '07700 900123' }).execute())
  const built = await builtRoute(shop, made.date)
  const dispatched = await shop.post(`/routes/${built.route_uuid}/dispatch`)
  assert.deepEqual(answered(dispatched.body.data), {
    driver_notified: false,
    warnings: ['No text to Test driver: “07700 900123” is not a phone number that can be texted.'],
  })
  const before = texts.length
  await send()
  assert.equal(texts.length, before)
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const { data: order } = (await shop.get<{ order_uuid: string }>(`/orders/${made.refs[0]}`)).body
  const detail = (await office.get<OrderDetailOut>(`/orders/${order.order_uuid}`)).body.data
  assert.equal(detail.no_text, '“ask at the desk” is not a phone number that can be texted')
  assert.deepEqual(
    detail.messages.map(({ status, error }) => [status, error]),
    [['FAILED', 'The recipient is not a phone number.']],
  )
})

const answered = (data: unknown) => {
  const { driver_notified, warnings } = data as { driver_notified: boolean; warnings: string[] }
  return { driver_notified, warnings }
}

test('retries a message that the provider rejects temporarily, but does not retry if the provider sends no response', async () => {
  const made = await dispatchedRoute(service, 1)
  carrier.answer(json({ message: 'busy' }, 503))
  await send()
  assert.deepEqual(
    (await log(made.shop)).map(({ status, attempts }) => [status, attempts]),
    [['PENDING', 1]],
  )
  await send()
  assert.equal((await log(made.shop))[0]?.attempts, 1, 'no retry before it is due')
  clock.advance(61)
  carrier.answer((_request, response) => response.destroy())
  await send()
  clock.advance(86_400)
  await send()
  assert.deepEqual(
    (await log(made.shop)).map(({ status, attempts }) => [status, attempts]),
    [['UNKNOWN', 2]],
  )
  carrier.answer(accept)
})

test('quiet hours delay messages that can wait and drop the others', async () => {
  const made = await talkative({ customer_phone: freshPhone(), sms_consent: true })
  await set(made.shop, { quiet_start: '00:00', quiet_end: '23:59' })
  await record(made, 'DELIVERED')
  clock.advance(121)
  await settleOutcomesJob.run(app)
  await send()
  const kinds = (await log(made.shop)).map(({ kind, status }) => [kind, status])
  assert.deepEqual(kinds, [
    ['DRIVER_ROUTE', 'SENT'],
    ['DELIVERED', 'PENDING'],
  ])
  clock.advance(86_400)
  await send()
  assert.equal((await log(made.shop)).at(-1)?.status, 'SENT')
})

test('a new business sends no texts from 8 PM to 8 AM, but mails, also in place of an outdated text', async () => {
  const { businessId } = await createBusiness(app, { name: 'New business', timeZone: 'America/New_York' })
  const settings = await app.db.asBusiness(businessId, findBusiness)
  assert.deepEqual(
    [settings?.quietHours, settings?.noticeChannels],
    [{ start: '20:00', end: '08:00' }, 'ONE'],
    'by default',
  )
  const phone = freshPhone()
  const contact = { customer_phone: phone, customer_email: 'night@example.com', sms_consent: true, email_consent: true }
  const made = await talkative(contact)
  await set(made.shop, { quiet_start: '00:00', quiet_end: '23:59', notice_channels: 'BOTH' })
  await start(made)
  await send()
  await record(made, 'DELIVERED')
  clock.advance(121)
  await settleOutcomesJob.run(app)
  await send()
  const kinds = (await log(made.shop)).map(({ kind, channel, status }) => `${kind} ${channel} ${status}`)
  assert.ok(kinds.includes('OUT_FOR_DELIVERY EMAIL SENT'), kinds.join())
  assert.ok(!kinds.some((kind) => kind.startsWith('OUT_FOR_DELIVERY SMS')), kinds.join())
  assert.deepEqual(kinds.filter((kind) => kind.startsWith('DELIVERED')).sort(), [
    'DELIVERED EMAIL SENT',
    'DELIVERED SMS PENDING',
  ])
})

test('each notice is sent once by default: by text with consent, otherwise or after STOP by mail', async () => {
  const told = async (
    members: Record<string, unknown>,
    before: (phone: string) => Promise<unknown> = async () => {},
  ) => {
    const phone = freshPhone()
    const contact = { customer_phone: phone, customer_email: `${phone.slice(1)}@example.com`, email_consent: true }
    const made = await talkative({ ...contact, ...members })
    await set(made.shop, { notice_channels: 'ONE' })
    await before(phone)
    await record(made, 'DELIVERED')
    clock.advance(121)
    await settleOutcomesJob.run(app)
    while (await send());
    await send()
    const rows = (await log(made.shop)).filter(({ kind }) => kind === 'DELIVERED')
    return rows.map(({ channel, status }) => `${channel} ${status}`)
  }
  assert.deepEqual(await told({ sms_consent: true }), ['SMS SENT'])
  assert.deepEqual(await told({ sms_consent: false }), ['EMAIL SENT'])
  const stopped = await told({ sms_consent: true }, (phone) => reply(phone, 'STOP'))
  assert.deepEqual(stopped, ['SMS DROPPED', 'EMAIL SENT'])
  assert.match(mails.at(-1) ?? '', /was delivered/)
  assert.ok(!(mails.at(-1) ?? '').includes('Reply STOP'))
})

test('a customer gets one correction by the same channel if a reported outcome is undone or corrected', async () => {
  const phone = freshPhone()
  const made = await talkative({ customer_phone: phone, sms_consent: true })
  await set(made.shop, { notice_channels: 'ONE' })
  const path = `/routes/${made.route.route_uuid}/stops/${made.route.stops[0]?.stop_uuid}`
  const settled = async () => {
    clock.advance(121)
    await settleOutcomesJob.run(app)
    await send()
  }
  const told = async () =>
    (await log(made.shop))
      .filter(({ kind }) => ['DELIVERED', 'FAILED', 'CORRECTED'].includes(kind))
      .map(({ kind, status }) => `${kind} ${status}`)
  await set(made.shop, { undo_window_seconds: 60 })
  await record(made, 'DELIVERED')
  await settled()
  assert.deepEqual(await told(), ['DELIVERED SENT'])
  const office = await signedIn(service, made.shop.businessId, 'DISPATCHER')
  const correct = (reason: string) => office.post(`${path}/correct`, { status: 'FAILED', reason })
  assert.equal((await correct('Wrong door')).status, 200)
  await settled()
  assert.deepEqual(await told(), ['DELIVERED SENT', 'CORRECTED SENT'])
  assert.match(sentTo(phone).at(-1) ?? '', /^Correction from /)
  assert.equal((await correct('Another reason')).status, 200)
  await settled()
  assert.deepEqual(await told(), ['DELIVERED SENT', 'CORRECTED SENT'], 'exactly one correction')
})

test('an outcome undone after its undo window is corrected once; a new outcome is sent, the same one is not', async () => {
  const phone = freshPhone()
  // A second stop keeps the route open.
  const made = await dispatchedRoute(service, 2, { customer_phone: phone, sms_consent: true })
  await set(made.shop, { notify_outcome: true, undo_window_seconds: 60 })
  const undo = () => made.shop.post(`/routes/${made.route.route_uuid}/stops/${made.route.stops[0]?.stop_uuid}/undo`)
  const settled = async () => {
    clock.advance(61)
    await settleOutcomesJob.run(app)
    await send()
  }
  const told = async () => (await log(made.shop)).flatMap(({ kind, status }) => (status === 'SENT' ? [kind] : []))
  const outcomes = async () => (await told()).filter((kind) => kind !== 'DRIVER_ROUTE')
  await record(made, 'DELIVERED')
  await settled()
  assert.equal((await undo()).status, 200)
  await settled()
  await settled()
  assert.deepEqual(await outcomes(), ['DELIVERED', 'CORRECTED'])
  await record(made, 'FAILED')
  await settled()
  assert.deepEqual(await outcomes(), ['DELIVERED', 'CORRECTED', 'FAILED'])
  assert.equal((await undo()).status, 200)
  await record(made, 'FAILED')
  await settled()
  await settled()
  assert.deepEqual(await outcomes(), ['DELIVERED', 'CORRECTED', 'FAILED'], 'the outcome is unchanged')
})

test('an outcome that waits for the morning and is corrected at night is sent once, corrected', async () => {
  const phone = freshPhone()
  const made = await talkative({ customer_phone: phone, sms_consent: true })
  await set(made.shop, { notice_channels: 'ONE', quiet_start: '00:00', quiet_end: '23:59' })
  const path = `/routes/${made.route.route_uuid}/stops/${made.route.stops[0]?.stop_uuid}`
  await record(made, 'DELIVERED')
  clock.advance(121)
  await settleOutcomesJob.run(app)
  await send()
  assert.deepEqual(sentTo(phone), [], 'nothing is sent at night')
  const office = await signedIn(service, made.shop.businessId, 'DISPATCHER')
  assert.equal((await office.post(`${path}/correct`, { status: 'FAILED', reason: 'Wrong door' })).status, 200)
  clock.advance(86_400)
  while (await send());
  await send()
  const [text, ...more] = sentTo(phone)
  assert.match(text ?? '', /^We could not complete your delivery/)
  assert.deepEqual(more, [])
})

test('a message is not sent if it is no longer true or wanted when it is due', async () => {
  const quiet = { quiet_start: '00:00', quiet_end: '23:59' }
  const contact = () => ({ customer_phone: freshPhone(), sms_consent: true })
  const said = async ({ shop }: { shop: Client }) =>
    (await log(shop)).filter(({ kind }) => kind !== 'DRIVER_ROUTE').map(({ kind, status }) => [kind, status])
  const settled = async (made: Awaited<ReturnType<typeof talkative>>) => {
    await record(made, 'DELIVERED')
    clock.advance(121)
    await settleOutcomesJob.run(app)
  }
  // A second stop keeps the route open, so that an outcome can be undone after its undo window.
  const undone = await dispatchedRoute(service, 2, contact())
  await set(undone.shop, { notify_outcome: true, ...quiet })
  await settled(undone)
  await undone.shop.post(`/routes/${undone.route.route_uuid}/stops/${undone.route.stops[0]?.stop_uuid}/undo`)
  assert.deepEqual(await said(undone), [['DELIVERED', 'DROPPED']])
  await settled(undone)

  const unwilling = await talkative(contact())
  await set(unwilling.shop, quiet)
  await settled(unwilling)
  await app.db.asBusiness(unwilling.shop.businessId, (tx) =>
    tx.updateTable('orders').set({ smsConsent: false }).execute(),
  )

  const planned = await shopWithOrders(service, 1, contact())
  await set(planned.shop, { notify_scheduled: true, ...quiet })
  const route = await builtRoute(planned.shop, planned.date)
  await planned.shop.post(`/routes/${route.route_uuid}/dispatch`)
  await planned.shop.post(`/routes/${route.route_uuid}/cancel`)

  clock.advance(86_400)
  await send()
  assert.deepEqual(await said(undone), [
    ['DELIVERED', 'DROPPED'],
    ['DELIVERED', 'SENT'],
  ])
  assert.deepEqual(await said(unwilling), [['DELIVERED', 'DROPPED']])
  assert.deepEqual(await said(planned), [['SCHEDULED', 'DROPPED']])
})

test('each kind of notice is sent, but not hours after the event', async () => {
  const worked = async (hoursAgo: number) => {
    const contact = { customer_phone: freshPhone(), sms_consent: true }
    const made = await shopWithOrders(service, 2, { ...contact, window_start: '09:00', window_end: '09:30' })
    await set(made.shop, {
      notify_scheduled: true,
      notify_outcome: true,
      notify_on_the_way: true,
      undo_window_seconds: 0,
    })
    const route = await builtRoute(made.shop, made.date)
    await made.shop.post(`/routes/${route.route_uuid}/dispatch`)
    // The clock is past noon of the delivery day, so the time window ends before the driver leaves.
    clock.advance(86_400)
    const occurred_at = new Date(clock.now().getTime() - hoursAgo * 3_600_000).toISOString()
    const outcome = (index: number, body: Record<string, unknown>) =>
      made.shop.post(`/routes/${route.route_uuid}/stops/${route.stops[index]?.stop_uuid}/status`, {
        ...body,
        occurred_at,
      })
    assert.equal((await outcome(0, { status: 'DELIVERED' })).status, 200)
    assert.equal((await outcome(1, { status: 'FAILED', reason: 'Nobody there' })).status, 200)
    return (await log(made.shop)).map(({ kind }) => kind)
  }
  assert.deepEqual(
    new Set(await worked(0)),
    new Set(
      MESSAGE_KINDS.filter((kind) => !['NOT_COMING', 'DRIVER_HOME', 'CORRECTED', ...DRIVER_TEXTS].includes(kind)),
    ),
  )
  const late = await worked(2)
  assert.ok(!late.includes('OUT_FOR_DELIVERY') && !late.includes('NEXT_STOP'), late.join(' '))
  assert.ok(late.includes('DELIVERED'), 'the outcome is still sent')
})

test('when the route starts, customers get “out for delivery” once, in the business’s own words', async () => {
  const phone = freshPhone()
  const made = await dispatchedRoute(service, 2, { customer_phone: phone, sms_consent: true })
  const texts = { OUT_FOR_DELIVERY: 'On our way! {tracking_link}' }
  await set(made.shop, { notify_on_the_way: true, message_texts: JSON.stringify(texts) })
  await record(made, 'DELIVERED')
  await send()
  assert.equal(sentTo(phone).length, 1)
  assert.match(sentTo(phone)[0] ?? '', /^On our way! http/)
})

test('a message shows its order at the time of sending; a mail has brand, subject and reply address', async () => {
  const phone = freshPhone()
  const made = await talkative({
    customer_phone: phone,
    customer_email: 'brand@example.com',
    sms_consent: true,
    email_consent: true,
    window_start: '13:00',
    window_end: '17:00',
    items: [
      { name: 'Apples <ripe>', quantity: 2 },
      { name: '{tracking_link}', quantity: 1 },
    ],
  })
  const words = '{order}: {items}, {date}, {window}, {eta}. {photo_link} {tracking_link}'
  await set(made.shop, {
    brand_name: 'Fresh & Co',
    accent_color: '#9b1c1c',
    contact_email: 'help@fresh.test',
    message_texts: JSON.stringify({ OUT_FOR_DELIVERY: words }),
    mail_subjects: JSON.stringify({ OUT_FOR_DELIVERY: 'Order {order} of {business}' }),
  })
  const ref = made.route.stops[0]?.external_ref ?? ''
  await start(made)
  await send()
  const [text = ''] = sentTo(phone)
  const day = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', weekday: 'long', month: 'long', day: 'numeric' })
  const [month, date, year] = made.date.split('/')
  assert.ok(
    text.startsWith(
      `${ref}: 2 × Apples <ripe>, {tracking_link}, ${day.format(new Date(`${year}-${month}-${date}`))}, `,
    ),
    text,
  )
  assert.match(text, /, between 1:00 PM and 5:00 PM, between \d+:\d\d [AP]M and \d+:\d\d [AP]M\. http/)
  assert.match(text, /http:\/\/roundsman\.test\/t\/[\w-]{43}\/photo http:\/\/roundsman\.test\/t\/[\w-]{43} Reply STOP/)

  const mail = decoded(mails.find((one) => one.includes('brand@example.com')) ?? '')
  assert.match(mail, new RegExp(`^Subject: Order ${ref} of Fresh & Co\r?$`, 'm'))
  assert.match(mail, /^From: "?Fresh & Co"? <deliveries@roundsman\.test>\r?$/m)
  assert.match(mail, /^Reply-To: "?Fresh & Co"? <help@fresh\.test>\r?$/m)
  assert.match(mail, /^List-Unsubscribe: <http:\/\/roundsman\.test\/t\/[\w-]{43}>\r?$/m)
  assert.match(mail, /Content-Type: text\/plain[^]*2 × Apples <ripe>[^]*Content-Type: text\/html/)
  assert.match(mail, /<h1[^>]*>Order [^<]* of Fresh &amp; Co<\/h1>/)
  assert.match(mail, /2 × Apples &lt;ripe&gt;, \{tracking_link\}/)
  assert.match(mail, /background:#9b1c1c/)

  const stored = await app.db.asBusiness(made.shop.businessId, (tx) =>
    tx.selectFrom('messages').select('body').where('kind', '=', 'OUT_FOR_DELIVERY').execute(),
  )
  for (const { body } of stored) {
    assert.match(body, /2 × Apples/)
    assert.match(body, /\{photo_link\} \{tracking_link\}/, 'links are not stored')
  }
})

/** Decodes a mail with quoted-printable parts. */
const decoded = (mail: string): string =>
  Buffer.from(
    mail
      .replace(/=\r\n/g, '')
      .replace(/\r\n[ \t]+/g, ' ')
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')

test('the price of a text is the provider’s, or else the business’s price per segment', async () => {
  const priced = async (settings: Record<string, unknown>, answer: Record<string, unknown>) => {
    const made = await dispatchedRoute(service, 1)
    await set(made.shop, settings)
    carrier.answer(json({ sid: 'SM1', ...answer }, 201))
    await send()
    carrier.answer(accept)
    const rows = await app.db.asBusiness(made.shop.businessId, (tx) =>
      tx.selectFrom('messages').select(['segments', 'price', 'currency']).execute(),
    )
    return { ...made, cost: rows.map(({ segments, price, currency }) => [segments, price, currency]) }
  }
  assert.deepEqual((await priced({ text_price: null }, {})).cost, [[1, null, null]])
  assert.deepEqual((await priced({ text_price: 0.008 }, { num_segments: '2' })).cost, [[2, 0.016, 'USD']])
  const paid = await priced({ text_price: 1, text_currency: 'CHF' }, { price: '-0.02', price_unit: 'USD' })
  assert.deepEqual(paid.cost, [[1, 0.02, 'USD']])

  const office = await signedIn(service, paid.shop.businessId, 'VIEWER')
  const [month, day, year] = dayOfClock()
  const range = `from=${month}/${day}/${year}&to=${month}/${day}/${year}`
  const { body } = await office.get<ReportOut>(`/report?${range}`)
  assert.deepEqual(body.data.messages, [
    { channel: 'SMS', kind: 'DRIVER_ROUTE', currency: 'USD', sent: 1, segments: 1, price: 0.02 },
  ])
  const csv = await fetch(`${service.url}/office/api/report.csv?${range}&part=messages`, {
    headers: { cookie: office.cookie },
  })
  assert.match(await csv.text(), /SMS,DRIVER_ROUTE,1,1,0\.02,USD/)
})

/** Month, day and year in New York. */
const dayOfClock = (): string[] =>
  new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/New_York',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
    .format(clock.now())
    .split('/')

test('a reply is stored with the order of the last text to the phone, once; HELP is answered', async () => {
  const phone = freshPhone()
  const made = await talkative({ customer_phone: phone.replace('+1', ''), sms_consent: true })
  await set(made.shop, { brand_name: 'Fresh & Co', contact_phone: '+1 202 555 0100' })
  const office = await signedIn(service, made.shop.businessId, 'VIEWER')
  const { data: order } = (await made.shop.get<{ order_uuid: string }>(`/orders/${made.route.stops[0]?.external_ref}`))
    .body
  const replies = async (by = office) =>
    (await by.get<OrderDetailOut>(`/orders/${order.order_uuid}`)).body.data.replies.map(({ body }) => body)
  assert.equal(await (await reply(phone, 'HELP')).text(), helpWords('Texts about your delivery.'))
  await reply(phone, 'Before any text')
  assert.deepEqual(await replies(), [])
  await record(made, 'DELIVERED')
  clock.advance(121)
  await settleOutcomesJob.run(app)
  await send()
  assert.equal(
    await (await reply(phone, 'help')).text(),
    helpWords('Fresh &amp; Co: texts about your delivery. Questions? Call +1 202 555 0100.'),
  )
  for (let i = 0; i < 2; i++) await replyByText(service, phone, ' Where is <it>? ', undefined, 'SM-in-1')
  await reply(phone, 'Thanks')
  await reply(freshPhone(), 'A stranger')
  assert.deepEqual(await replies(), ['Thanks', 'Where is <it>?'])
  await expectAuditRow(service, made.shop, 'order.replied', {
    entityId: order.order_uuid,
    by: { kind: 'CUSTOMER', id: null },
    times: 2,
  })
  clock.advance(15 * 86_400)
  await reply(phone, 'Much later')
  const later = await signedIn(service, made.shop.businessId, 'VIEWER')
  assert.equal((await replies(later)).length, 2)
})

const helpWords = (words: string) => `<Response><Message>${words} Reply STOP to end texts.</Message></Response>`

test('a message is in the order’s language; the business’s own texts are only in its language', async () => {
  const told = async (language: string | null) => {
    const phone = freshPhone()
    const customer_email = `${phone.slice(1)}@example.com`
    const contact = { customer_phone: phone, customer_email, sms_consent: true, email_consent: true }
    const made = await talkative({ ...contact, language })
    await set(made.shop, {
      customer_language: 'de',
      message_texts: JSON.stringify({ DELIVERED: 'Da ist sie! {tracking_link}' }),
      mail_subjects: JSON.stringify({ DELIVERED: 'Da!' }),
    })
    await record(made, 'DELIVERED')
    clock.advance(121)
    await settleOutcomesJob.run(app)
    await send()
    const help = await (await reply(phone, 'Ayuda')).text()
    return {
      help,
      text: sentTo(phone).at(-1) ?? '',
      mail: mails.findLast((mail) => mail.includes(customer_email)) ?? '',
    }
  }
  const usual = await told(null)
  assert.match(usual.text, /^Da ist sie! http.* Keine SMS mehr: STOP antworten\.$/)
  assert.match(usual.mail, /Subject: Da!\r\n[^]*<html lang=3D"de">/)
  const spanish = await told('es')
  assert.match(spanish.help, /: mensajes sobre su entrega\. Responda STOP/)
  assert.match(spanish.text, /^Su pedido de .* fue entregado\. Detalles: http.* Responda STOP/)
  assert.match(spanish.mail, /Subject: Su pedido de .* fue entregado\r\n[^]*<html lang=3D"es">/)
})

test('every word in texts and mails to customers is from the dictionary or data', async (t) => {
  speakPseudo(t, CUSTOMER_WORDS.en)
  const phone = freshPhone()
  const customer_email = 'pseudo@example.com'
  const contact = { customer_phone: phone, customer_email, sms_consent: true, email_consent: true }
  const window = { window_start: '09:00', window_end: '09:30' }
  const items = Array.from({ length: 5 }, (_, i) => ({ name: `Box ${i}`, quantity: 1 }))
  const made = await shopWithOrders(service, 4, { ...contact, ...window, items, door_code: true })
  const all = '{items}, {date}, {window}, {eta}: {photo_link}'
  await set(made.shop, {
    notify_scheduled: true,
    notify_outcome: true,
    notify_on_the_way: true,
    undo_window_seconds: 0,
    notice_channels: 'BOTH',
    clock: 'H24',
    contact_phone: '+1 202 555 0100',
    contact_email: 'help@example.com',
    message_texts: JSON.stringify({ SCHEDULED: all }),
  })
  const route = await builtRoute(made.shop, made.date)
  await made.shop.post(`/routes/${route.route_uuid}/dispatch`)
  await send()
  // The clock is past noon of the delivery day, so the time window ends before the driver leaves.
  clock.advance(86_400)
  const outcome = (index: number, body: Record<string, unknown>) =>
    made.shop.post(`/routes/${route.route_uuid}/stops/${route.stops[index]?.stop_uuid}/status`, body)
  await outcome(0, { status: 'DELIVERED', checks: { code: { reason: 'No code' } } })
  await send()
  await outcome(1, { status: 'FAILED', reason: 'Nobody there' })
  await outcome(2, { status: 'SKIPPED' })
  clock.advance(121)
  await send()
  await made.shop.post(`/routes/${route.route_uuid}/stops/${route.stops[0]?.stop_uuid}/undo`)
  await send()
  const sent = await app.db.asBusiness(made.shop.businessId, (tx) =>
    tx.selectFrom('messages').select(['kind', 'channel']).where('status', '=', 'SENT').execute(),
  )
  const fromDriver: readonly string[] = DRIVER_TEXTS
  for (const kind of NOTICE_KINDS.filter((kind) => !fromDriver.includes(kind)))
    for (const channel of ['SMS', 'EMAIL'])
      assert.ok(
        sent.some((one) => one.kind === kind && one.channel === channel),
        `${kind} by ${channel}`,
      )
  const references = route.stops.map((stop) => stop.external_ref)
  const data = [
    ...textsIn(items),
    ...references,
    ...LOCALE_WORDS,
    'Test business',
    customer_email,
    'help@example.com',
  ].filter((text) => text.length > 1)
  const help = (await (await reply(phone, 'HELP')).text()).replaceAll(/<[^>]*>/g, '')
  const mailed = mails
    .filter((mail) => mail.includes(customer_email))
    .map(decoded)
    // Only the body is compared, because the heading before it repeats the subject.
    .map((mail) => /<body[^]*<\/body>/.exec(mail)?.[0] ?? '')
  assert.ok(mailed.length > 0)
  const said = [...sentTo(phone), help, ...mailed]
    .map((text) => text.replaceAll(/<[^>]*>/g, ' ').replaceAll(/https?:\/\/[^\s⟧]+/g, ' '))
    .filter((text) => notInMarks(text, data) !== '')
  assert.deepEqual(said, [])
})
