// Tests the settings in a browser: each part is saved, previewed, refused with the field marked, kept as a draft, and
// changed by two owners.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import type { SettingsOut } from '../../src/contract/settings.ts'
import { startBrowser } from '../helpers/browser.ts'
import { PASSWORD } from '../helpers/office.ts'
import { officePages } from '../helpers/office-pages.ts'
import { orderBody } from '../helpers/orders.ts'
import { startService } from '../helpers/service.ts'

const browser = await startBrowser()
const service = await startService()
const { passesAxe, signIn } = officePages(browser, service)

const settingsOf = async (page: Page): Promise<SettingsOut> =>
  (await page.evaluate(`fetch('/office/api/settings').then((r) => r.json()).then((b) => b.data)`)) as SettingsOut

async function openPart(page: Page, part: string): Promise<void> {
  await page.goto(`${service.url}/settings${part}`)
  await page.getByRole('heading', { name: 'Settings' }).waitFor()
}
const save = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
}

test('business settings are saved, and an invalid field is marked', async () => {
  const { businessId } = await service.business()
  const page = await signIn(businessId, 'OWNER')
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByLabel('Undo window, seconds').fill('901')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Must be at most 900.').waitFor()
  assert.equal(await page.getByLabel('Undo window, seconds').getAttribute('aria-invalid'), 'true')
  await passesAxe(page, 'settings with a fault')
  await page.getByLabel('Undo window, seconds').fill('60')
  await page.getByLabel('Business name').fill('Renamed business')
  await page.getByLabel('Time zone').selectOption('America/Denver')
  await page.getByLabel('Phone numbers without a country code are from').selectOption('Mexico')
  await save(page)
  await page.getByRole('button', { name: /^Account of / }).click()
  await page.getByRole('menu').getByText('Renamed business').waitFor()
  await page.keyboard.press('Escape')
  await page.reload()
  assert.equal(await page.getByLabel('Undo window, seconds').inputValue(), '60')
  assert.equal(await page.getByLabel('Time zone').inputValue(), 'America/Denver')
  assert.equal(await page.getByLabel('Phone numbers without a country code are from').inputValue(), 'MX')
})

test('failure reasons are added, renamed, reordered and removed, and duplicates are refused', async () => {
  const { businessId } = await service.business()
  const page = await signIn(businessId, 'OWNER')
  await openPart(page, '/drivers')
  await page.getByLabel('Another reason').fill('Dog in the yard')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('button', { name: 'Move Dog in the yard up' }).click()
  await page.getByRole('button', { name: 'Remove: Damaged' }).click()
  await page.getByLabel('Reason 1').fill('No access')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Is already in the list.').waitFor()
  await page.getByLabel('Reason 1').fill('Nobody home')
  await page.getByLabel('Proof required').selectOption('A photo')
  await save(page)
  await passesAxe(page, 'settings of drivers')
  const { failure_reasons, proof_required } = await settingsOf(page)
  assert.deepEqual(failure_reasons, [
    'Nobody home',
    'Wrong address',
    'No access',
    'Refused',
    'Dog in the yard',
    'Not on the vehicle',
  ])
  assert.equal(proof_required, 'PHOTO')
})

test('name, color and logo for customers are previewed before they are saved', async () => {
  const { businessId } = await service.business()
  const page = await signIn(businessId, 'OWNER')
  await openPart(page, '/customers')
  await page.getByLabel('Name that customers see').fill('Corner bakery')
  await page.getByLabel('Accent color', { exact: true }).fill('#ffd400')
  await page.getByText('Shown lighter or darker').waitFor()
  await page.getByLabel('Phone for customers').fill('+1 202 555 0100')
  await page.getByRole('figure', { name: 'As customers see it, light' }).getByText('Corner bakery').waitFor()
  await passesAxe(page, 'settings of customers')
  await page.getByLabel('Email for customers').fill('nobody')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Must be an email address.').waitFor()
  await page.getByLabel('Email for customers').fill('hello@bakery.test')
  await page.getByLabel('Days ahead to choose from').fill('5')
  await page.getByLabel('Until, on the day before').fill('16:30')
  await page.getByLabel('Times to choose from').fill('09:00-12:00\n13:00 – 12:00')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Must be later than the start.').waitFor()
  await page.getByLabel('Times to choose from').fill('09:00-12:00\n13:00 – 17:00')
  await save(page)
  const { choose_days_ahead, choose_until, choose_windows } = await settingsOf(page)
  const windows = choose_windows.map(({ start, end }) => `${start}-${end}`)
  assert.deepEqual([choose_days_ahead, choose_until, ...windows], [5, '16:30', '09:00-12:00', '13:00-17:00'])
  const picture = await sharp({ create: { width: 200, height: 80, channels: 3, background: '#aa3311' } })
    .png()
    .toBuffer()
  await page.getByLabel('Picture').setInputFiles({ name: 'a.txt', mimeType: 'image/png', buffer: Buffer.from('text') })
  await page.getByText('The picture is not a JPEG, PNG or WebP picture.').waitFor()
  await page.getByLabel('Picture').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: picture })
  await page.getByText('The logo is saved.').waitFor()
  await page.getByRole('img', { name: 'Current logo' }).waitFor()
  await passesAxe(page, 'settings with a logo')
  await page.getByRole('button', { name: 'Remove the logo' }).click()
  await page.getByText('No logo. Customers see only the name.').waitFor()
})

test('each notice is turned on or off, and its text is checked while typing and previewed', async () => {
  const { businessId } = await service.business()
  const page = await signIn(businessId, 'OWNER')
  await openPart(page, '/notices')
  await page.getByRole('button', { name: 'Delivered With the photo' }).click()
  const delivered = page.getByRole('group', { name: 'Delivered', exact: true })
  await delivered.getByRole('switch', { name: 'Delivered' }).check()
  await delivered.getByLabel('Text of “Delivered”').fill('Thanks from {shop}')
  await delivered.getByText('It has the unknown placeholder {shop}').waitFor()
  await delivered.getByLabel('Text of “Delivered”').fill('Thanks from {business}!')
  await page.getByRole('figure', { name: 'Preview: Delivered' }).getByText('Thanks from Test business!').waitFor()
  await delivered.getByLabel('Email subject of “Delivered”').fill('Order {order} of {business}')
  await page
    .getByRole('figure', { name: 'Email subject as sent: Delivered' })
    .getByText('Order A-1042 of Test business')
    .waitFor()
  await page.getByLabel('Price per segment').fill('0.008')
  const driver = page.getByRole('group', { name: 'Route', exact: true })
  await driver.getByLabel('Text of “Route”').fill('Off you go')
  await page.getByLabel('Don’t text customers between').check()
  await page.getByText('6 changes are not saved').waitFor()
  await driver.getByRole('button', { name: 'Route When' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  // The fault opens its message again.
  await driver.getByText('Must contain {driver_link}').waitFor()
  await passesAxe(page, 'settings of notices')
  await driver.getByLabel('Text of “Route”').fill('')
  await save(page)
  const { notices, message_texts, mail_subjects, quiet_hours, text_price } = await settingsOf(page)
  assert.deepEqual(notices, ['DELIVERED'])
  assert.deepEqual(message_texts, { DELIVERED: 'Thanks from {business}!' })
  assert.equal(text_price, 0.008)
  assert.deepEqual(mail_subjects, { DELIVERED: 'Order {order} of {business}' })
  assert.deepEqual(quiet_hours, { start: '20:00', end: '08:00' })
})

test('the bar at the foot names the unsaved changes and discards them', async () => {
  const { businessId } = await service.business()
  const page = await signIn(businessId, 'OWNER')
  await openPart(page, '/drivers')
  const save = page.getByRole('button', { name: 'Save' })
  await page.getByRole('region', { name: 'Proof of delivery' }).waitFor()
  assert.equal(await save.count(), 0)
  await page.getByRole('switch', { name: 'A failed delivery needs a photo' }).check()
  await page.getByText('1 change is not saved: A failed delivery needs a photo').waitFor()
  await page.getByRole('button', { name: 'Remove: Damaged' }).click()
  await page
    .getByText('2 changes are not saved: A failed delivery needs a photo, Reasons for a failed delivery')
    .waitFor()
  await page.getByRole('button', { name: 'Discard' }).click()
  await save.waitFor({ state: 'detached' })
  assert.equal(await page.getByRole('switch', { name: 'A failed delivery needs a photo' }).isChecked(), false)
  await page.getByRole('button', { name: 'Remove: Damaged' }).waitFor()
})

test('a shorter retention period needs a confirmation that lists the deleted data; a refusal keeps the input, and a longer period needs none', async () => {
  const { businessId } = await service.business()
  const page = await signIn(businessId, 'OWNER')
  await openPart(page, '/privacy')
  const photos = page.getByLabel('Photos and signatures, days')
  await photos.fill('60')
  await page.getByLabel('Audit log, days').fill('400')
  await page.getByRole('button', { name: 'Save' }).click()
  const question = page.getByRole('dialog', { name: 'Delete older data?' })
  await question.getByText('photos and signatures more than 60 days old; entries of the audit log').waitFor()
  assert.doesNotMatch(await question.innerText(), /deliveries|messages/)
  await passesAxe(page, 'a shorter time')
  await question.getByRole('button', { name: 'Not now' }).click()
  assert.equal(await photos.inputValue(), '60')
  assert.equal((await settingsOf(page)).keep_photos_days, null)
  await page.getByRole('button', { name: 'Save' }).click()
  await question.getByRole('button', { name: 'Save and delete' }).click()
  await page.getByText('Saved.').waitFor()
  await photos.fill('90')
  await save(page)
  const { keep_photos_days, keep_logs_days } = await settingsOf(page)
  assert.deepEqual([keep_photos_days, keep_logs_days], [90, 400])
})

test('a customer is found by phone, exported as a file, and erased after a confirmation with the amount of data', async () => {
  const shop = await service.business()
  const order = orderBody({ customer_name: 'Sample Customer', customer_phone: '(202) 555-0167' })
  assert.equal((await shop.post('/orders', order)).status, 201)
  const page = await signIn(shop.businessId, 'OWNER')
  await openPart(page, '/privacy')
  const find = page.getByRole('button', { name: 'Find' })
  await find.click()
  await page.getByText('or email or external_ref is required').waitFor()
  await page.getByLabel('Phone number').fill('202 555 0199')
  await find.click()
  await page.getByText('Nothing is stored about this customer.').waitFor()
  await page.getByLabel('Phone number').fill('+1 202-555-0167')
  await find.click()
  await page.getByText('Found: 1 delivery.').waitFor()
  await page.getByRole('link', { name: order.external_ref }).waitFor()
  await passesAxe(page, 'a customer who was found')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ])
  const { deliveries } = JSON.parse(await readFile(await file.path(), 'utf8'))
  assert.equal(deliveries[0].order.external_ref, order.external_ref)
  await service.app.db.query(`update sessions set confirmed_at = confirmed_at - interval '1 hour'`, [])
  await page.getByRole('button', { name: 'Erase…' }).click()
  const question = page.getByRole('dialog', { name: 'Erase the customer of 1 delivery?' })
  await question.getByText('This erases Sample Customer').waitFor()
  await question.getByRole('button', { name: 'Erase' }).click()
  const confirming = page.getByRole('dialog')
  await confirming.getByLabel('Current password').fill(PASSWORD)
  await confirming.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('Erased.').waitFor()
  assert.equal((await shop.get(`/orders/${order.external_ref}`)).status, 404)
})

test('the second of two owners gets the changes of the first, and keeps their own input', async () => {
  const { businessId } = await service.business()
  const first = await signIn(businessId, 'OWNER', 'First owner')
  const second = await signIn(businessId, 'OWNER', 'Second owner')
  await openPart(first, '')
  await openPart(second, '')
  await second.getByLabel('Service time per stop, minutes').fill('9')
  await first.getByLabel('Service time per stop, minutes').fill('7')
  await first.getByLabel('Undo window, seconds').fill('30')
  await save(first)
  await second.getByRole('button', { name: 'Save' }).click()
  await second.getByText('First owner changed the settings meanwhile').waitFor()
  await second.getByText('Your changes are still here').waitFor()
  assert.equal(await second.getByLabel('Undo window, seconds').inputValue(), '30')
  assert.equal(await second.getByLabel('Service time per stop, minutes').inputValue(), '9')
  await save(second)
  const { undo_window_seconds, service_minutes } = await settingsOf(first)
  assert.deepEqual([undo_window_seconds, service_minutes], [30, 9])
})

test('a draft of the reasons survives a reload', async () => {
  const { businessId } = await service.business()
  const page = await signIn(businessId, 'OWNER')
  await openPart(page, '/drivers')
  await page.getByLabel('Another reason').fill('Gate closed')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByLabel('Reason 7').waitFor()
  await page.reload()
  await page.getByText('Your unsaved changes were restored.').waitFor()
  assert.equal(await page.getByLabel('Reason 7').inputValue(), 'Gate closed')
  await save(page)
  assert.equal((await settingsOf(page)).failure_reasons.length, 7)
})

test('a viewer can read every part and sees why saving is disabled', async () => {
  const { businessId } = await service.business()
  const page = await signIn(businessId, 'VIEWER')
  for (const part of ['', '/drivers', '/customers', '/notices']) {
    await openPart(page, part)
    const button = page.getByRole('button', { name: 'Save' })
    assert.equal(await button.getAttribute('aria-disabled'), 'true')
    assert.match((await button.getAttribute('title')) ?? '', /Your role \(viewer\)/)
  }
})

test('saved traffic settings are confirmed and stay shown', async () => {
  const { businessId } = await service.business()
  const page = await signIn(businessId, 'OWNER')
  await openPart(page, '/traffic')
  const boxes = await Promise.all(['7:00 AM', '8:00 AM'].map((hour) => page.getByLabel(hour).boundingBox()))
  const [seven, eight] = boxes
  assert.ok(seven && eight)
  assert.ok(seven.x + seven.width < eight.x || seven.y + seven.height < eight.y, 'fields do not overlap')
  await page.getByLabel('8:00 AM').fill('1.4')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved. Plans made from now on use it.').waitFor()
  assert.equal(await page.getByLabel('8:00 AM').inputValue(), '1.4')
  await page.reload()
  assert.equal(await page.getByLabel('8:00 AM').inputValue(), '1.4')
})
