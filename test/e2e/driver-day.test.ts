// Tests what drivers report about their day on a small phone, without reception: that they run late, take a break, or have a
// problem with the vehicle.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type { DayOut } from '../../src/contract/day.ts'
import type { ExceptionsOut } from '../../src/contract/exceptions.ts'
import type { HandInsOut } from '../../src/contract/office/hand-ins.ts'
import type { SendResult } from '../../src/domain/messages/message.ts'
import { axeFaults } from '../helpers/axe.ts'
import { startBrowser } from '../helpers/browser.ts'
import { driverToken } from '../helpers/links.ts'
import { signedIn } from '../helpers/office.ts'
import { openPhone, phoneTime, picture, tap, touch, untilSent, untilStored } from '../helpers/phone.ts'
import { dispatchedRoute } from '../helpers/routes.ts'
import { startService } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'

const browser = await startBrowser()
const service = await startService({ jobs: true, replaced: { clock: phoneTime } })

async function sendTap(url: string, token: string, fields: Record<string, unknown>): Promise<void> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() }
  const body = JSON.stringify({ at: phoneTime().toISOString(), ...fields })
  const { status } = await fetch(`${url}/d/${token}/taps`, { method: 'POST', headers, body })
  assert.equal(status, 200)
}

/** Fails if a control of the page is smaller than a finger, or wider than the screen. */
async function checkScreen(page: Page, name: string): Promise<void> {
  await picture(page, name)
  const faults = await page.evaluate<string[]>(`[...document.querySelectorAll('main button, main input, main summary')]
    .filter((one) => one.type !== 'checkbox' && one.type !== 'radio' && one.type !== 'file' && one.offsetParent !== null)
    .map((one) => [one.getBoundingClientRect(), one])
    .filter(([box]) => box.height < 47.5 || box.right > innerWidth || box.left < 0)
    .map(([box, one]) => (one.textContent || one.type) + ' ' + Math.round(box.height))`)
  assert.deepEqual(faults, [], name)
  assert.deepEqual(await axeFaults(page), [], name)
}

test('a driver reports the day without reception, and the office gets each report once', async () => {
  const { shop, route } = await dispatchedRoute(service, 3, { customer_phone: '+12025550143' })
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const shown = async () => (await office.get<DayOut>(`/day?date=${route.date}`)).body.data.routes[0] ?? assert.fail()
  const phone = await openPhone(browser, { size: [360, 640], jumps: true })
  const page = await phone.newPage()
  await page.goto(`${service.url}/d/${await driverToken(service, shop.businessId, route.route_uuid)}`)
  await untilStored(page)
  await tap(page, 'Start route')
  await untilSent(page)
  const before = await shown()

  await phone.setOffline(true)
  await tap(page, 'All stops')
  await tap(page, 'More')
  await checkScreen(page, 'driver-more')
  await tap(page, 'Running late')
  await checkScreen(page, 'driver-late')
  await tap(page, /^20 min later/)
  await page.getByRole('button', { name: 'Arrived' }).waitFor()
  await tap(page, 'All stops')
  await tap(page, 'More')
  await tap(page, 'Running late')
  await page.getByText('The times include a reported delay.').waitFor()
  await tap(page, 'Back')
  await tap(page, 'All stops')
  await tap(page, 'More')
  await tap(page, 'On a break')
  await checkScreen(page, 'driver-break')
  await tap(page, 'For 15 min')
  await page.getByText(/^Break since/).waitFor()
  await checkScreen(page, 'driver-on-a-break')
  await tap(page, 'End the break')
  await tap(page, 'All stops')
  await tap(page, 'More')
  await tap(page, 'Vehicle problem')
  await touch(page, page.getByText('Flat tire'))
  await checkScreen(page, 'driver-problem')
  await tap(page, 'Report to the office')
  await page.getByRole('button', { name: 'Arrived' }).waitFor()
  await tap(page, 'All stops')
  await tap(page, 'More')
  await tap(page, 'Street closed or wrong')
  await touch(page, page.getByText('Closed at this time'))
  await page.getByLabel('Note').fill('Bollards until noon')
  await checkScreen(page, 'driver-street')
  await tap(page, 'Report to the office')
  await page.getByRole('button', { name: 'Arrived' }).waitFor()
  await phone.setOffline(false)
  await untilSent(page)
  const reports = async () => (await office.get<ExceptionsOut>(`/exceptions?date=${route.date}`)).body.data.streets
  await until('the office knows about the street', async () => (await reports()).length > 0)
  assert.deepEqual(
    (await reports()).map(({ external_ref, reason, notes }) => [external_ref, reason, notes]),
    [[route.stops[0]?.external_ref, 'Closed at this time', 'Bollards until noon']],
  )
  await until('the office knows the delay', async () => (await shown()).held_until !== null)
  const minutes = (await shown()).stops.map(({ eta }, i) =>
    Math.round((Date.parse(eta ?? '') - Date.parse(before.stops[i]?.eta ?? '')) / 60_000),
  )
  assert.ok(
    minutes.every((later) => Math.abs(later - 20) <= 1),
    minutes.join(),
  )
})

for (const dark of [false, true])
  test(`the end of the day shows what to bring back and hand in, and takes a note without reception${dark ? ', dark' : ''}`, async () => {
    const items = [{ name: 'Apples', quantity: 3 }]
    const { shop, route } = await dispatchedRoute(service, 3, { items, collect_amount: '12.50' })
    const office = await signedIn(service, shop.businessId, 'WAREHOUSE')
    const token = await driverToken(service, shop.businessId, route.route_uuid)
    const outcome = (i: number, fields: Record<string, unknown>) =>
      sendTap(service.url, token, { kind: 'OUTCOME', stop_uuid: route.stops[i]?.stop_uuid, ...fields })
    await sendTap(service.url, token, { kind: 'START' })
    await outcome(0, { status: 'DELIVERED', checks: { collected: { amount: '12.50', method: 'CASH' } } })
    await outcome(1, { status: 'FAILED', reason: 'Nobody home' })
    const phone = await openPhone(browser, { size: dark ? [390, 844] : [360, 640], dark, jumps: true })
    const page = await phone.newPage()
    await page.goto(`${service.url}/d/${token}`)
    await untilStored(page)
    const order = route.stops[2]?.external_ref ?? ''
    await page.getByText(`Order ${order} · 3 packages`).waitFor()
    await sendTap(service.url, token, { kind: 'END' })
    await page.reload()
    await page.getByRole('heading', { name: 'Route finished' }).waitFor()
    await page.getByText('3 × Apples').first().waitFor()
    assert.equal(await page.getByText('3 × Apples').count(), 2)
    await page.getByRole('heading', { name: 'Cash to hand in $12.50' }).waitFor()
    await checkScreen(page, dark ? 'driver-done-dark' : 'driver-done')
    await phone.setOffline(true)
    await page.getByLabel('Note for the office').fill('Brakes squeal')
    await tap(page, 'Send to the office')
    await page.getByText('Your note: Brakes squeal').waitFor()
    await phone.setOffline(false)
    await untilSent(page)
    const { body } = await office.get<HandInsOut>(`/hand-ins?date=${route.date}`)
    assert.equal(body.data.routes[0]?.note, 'Brakes squeal')
  })

for (const dark of [false, true])
  test(`a driver texts the customer, also after a while without reception${dark ? ', dark' : ''}`, async () => {
    const texts: string[] = []
    const sms = {
      name: 'http' as const,
      from: '+12025550100',
      send: async ({ text }: { text: string }): Promise<SendResult> => {
        texts.push(text)
        return { kind: 'sent', providerId: null }
      },
      verifies: () => false,
    }
    const ownService = await startService({ jobs: true, replaced: { clock: phoneTime, sms } })
    const contact = { customer_phone: '+12025550143', sms_consent: true }
    const { shop, route } = await dispatchedRoute(ownService, 2, contact)
    await ownService.app.db.asBusiness(shop.businessId, (tx) =>
      tx.updateTable('businesses').set({ notifyOnTheWay: true, quietStart: null, quietEnd: null }).execute(),
    )
    const phone = await openPhone(browser, { size: dark ? [390, 844] : [360, 640], dark, jumps: true })
    const page = await phone.newPage()
    await page.goto(`${ownService.url}/d/${await driverToken(ownService, shop.businessId, route.route_uuid)}`)
    await untilStored(page)
    await tap(page, 'Start route')
    await untilSent(page)
    await phone.setOffline(true)
    await tap(page, 'Text')
    await page.getByRole('heading', { name: 'Text the customer' }).waitFor()
    assert.equal(await page.getByRole('button', { name: /door/ }).count(), 0, 'the driver is not at the door')
    await checkScreen(page, dark ? 'driver-text-dark' : 'driver-text')
    await tap(page, 'I’m on my way')
    await page.getByRole('button', { name: 'I’m on my way Waits for reception' }).waitFor()
    assert.deepEqual(
      texts.filter((text) => text.includes('on the way to you')),
      [],
    )
    await phone.setOffline(false)
    await page.getByRole('button', { name: /^I’m on my way Sent at / }).waitFor()
    await checkScreen(page, dark ? 'driver-text-sent-dark' : 'driver-text-sent')
    await until('the text is sent', async () => texts.filter((text) => text.includes('on the way to you')).length === 1)
    await tap(page, 'Back')
    await page.getByRole('button', { name: 'Arrived' }).waitFor()
  })

test('the card and the list show the hours of a street, also without reception', async () => {
  const street_hours = '06:00-11:00, 18:00-20:00'
  const { shop, route, refs } = await dispatchedRoute(service, 2, {}, [{ street_hours }, { street_hours: '24/7' }])
  const [limited, open] = refs.map(
    (ref) => route.stops.find(({ external_ref }) => external_ref === ref) ?? assert.fail(),
  ) as [(typeof route.stops)[number], (typeof route.stops)[number]]
  const token = await driverToken(service, shop.businessId, route.route_uuid)
  const phone = await openPhone(browser, { small: true, jumps: true })
  const page = await phone.newPage()
  await page.goto(`${service.url}/d/${token}`)
  await untilStored(page)
  await phone.setOffline(true)
  await page.reload()
  const hours = page.getByText('Street open to deliveries 6:00 AM – 11:00 AM and 6:00 PM – 8:00 PM')
  const addressOf = ({ sequence, address }: (typeof route.stops)[number]) => `${sequence}. ${address.line1}`
  await tap(page, 'All stops')
  await hours.waitFor()
  assert.equal(await hours.count(), 1)
  await checkScreen(page, 'driver-street-list')
  await tap(page, addressOf(open))
  await page.getByRole('heading', { name: open.address.line1 }).waitFor()
  assert.equal(await page.getByText(/^Street /).count(), 0)
  await tap(page, 'All stops')
  await tap(page, addressOf(limited))
  await page.getByRole('heading', { name: limited.address.line1 }).waitFor()
  await hours.waitFor()
  await checkScreen(page, 'driver-street-hours')
})
