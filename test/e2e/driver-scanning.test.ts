// Tests scanning on the driver's page, with a camera that plays a film of labels: the load before the start, and the
// pieces at the door, without reception. Also tests a phone without a camera.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import type { RouteWithStops } from '../../src/contract/routes.ts'
import { codeOf } from '../../src/domain/orders/pieces.ts'
import type { Scanning } from '../../src/domain/routes/scanning.ts'
import { startBrowser } from '../helpers/browser.ts'
import { cameraVideoOf } from '../helpers/camera-video.ts'
import { addVehicle } from '../helpers/fleet.ts'
import { driverToken } from '../helpers/links.ts'
import { orderBody } from '../helpers/orders.ts'
import { axeFaults } from '../helpers/axe.ts'
import { untilStored, openPhone, phoneTime, picture, tap, touch } from '../helpers/phone.ts'
import { builtRoute, dispatchedRoute } from '../helpers/routes.ts'
import { startService } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'

const service = await startService({ jobs: true, replaced: { clock: phoneTime } })

const rice: object[] = [{ name: 'Rice, bag', quantity: 3 }]

async function loaded(stops: number, scanning: { scanLoading: Scanning; scanDoor: Scanning }, items = rice) {
  const { shop, route, date } = await dispatchedRoute(service, stops, { items })
  await service.app.db.asBusiness(shop.businessId, (tx) =>
    tx
      .updateTable('businesses')
      .set({ ...scanning, undoWindowSeconds: 600 })
      .execute(),
  )
  const codes = route.stops.flatMap(({ order_uuid }) => [1, 2, 3].map((piece) => `${codeOf(order_uuid)}-${piece}`))
  const path = `/d/${await driverToken(service, shop.businessId, route.route_uuid)}`
  const now = async () => (await shop.get<RouteWithStops>(`/routes/${route.route_uuid}`)).body.data
  return { shop, route, date, codes, path, now }
}

const yard = await loaded(10, { scanLoading: 'REQUIRED', scanDoor: 'REQUIRED' })
await addVehicle(service.app, yard.shop.businessId, { name: 'Blue van' })
await yard.shop.post('/orders', orderBody({ delivery_date: yard.date }))
const blue = await builtRoute(yard.shop, yard.date)
assert.equal(blue.name, 'Blue van')
const strays = blue.stops.map(({ order_uuid }) => `${codeOf(order_uuid)}-1`)
const film = await cameraVideoOf([...yard.codes.slice(0, 12), ...strays, ...yard.codes.slice(12)])
after(() => film.remove())
const browser = await startBrowser(film.flags)

async function type(page: Page, code: string): Promise<void> {
  await page.getByLabel('Or type the code').fill(code)
  await touch(page, page.getByRole('button', { name: 'Enter', exact: true }))
}

test('30 pieces and one of another van are scanned without reception, partly handed over, and sent later', async () => {
  const phone = await openPhone(browser, { jumps: true })
  const page = await phone.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  const loadedFiles: string[] = []
  page.on('request', (request) => loadedFiles.push(new URL(request.url()).pathname))
  await page.goto(service.url + yard.path)
  await page.getByText('The office asks you to check the load before you start.').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Start route' }).count(), 0)
  await untilStored(page)
  assert.deepEqual(
    loadedFiles.filter((file) => file.endsWith('.wasm')),
    [],
    'the scanner is not loaded yet',
  )

  await tap(page, 'Check the load')
  await tap(page, 'Scan')
  await page.getByText('Starting the camera').waitFor({ state: 'detached' })
  await page.locator('.scan-said.good').waitFor()
  await tap(page, 'Close camera')
  await phone.setOffline(true)
  await page.reload()
  await tap(page, 'Check the load')
  const began = performance.now()
  await tap(page, 'Scan')
  await Promise.all([
    page.getByText('This belongs to Blue van. Leave it here.').waitFor(),
    page.getByText('30 of 30 pieces').waitFor(),
  ])
  console.log(`30 pieces scanned in ${((performance.now() - began) / 1000).toFixed(1)} s`)
  assert.deepEqual(await axeFaults(page), [])
  await picture(page, 'driver-load-check')
  await tap(page, 'Close camera')
  await tap(page, 'Load complete')
  await tap(page, 'Start route')
  await tap(page, 'Arrived')
  await page.getByText('Needs each piece scanned before “Delivered”.').waitFor()
  await tap(page, 'Scan 3 pieces')
  const [first = '', second = '', third = ''] = yard.codes
  await type(page, yard.codes[5] ?? '')
  await page.getByText('This is for stop 2').waitFor()
  await type(page, ' not-ours ')
  await page.getByText('not-ours isn’t on this route.').waitFor()
  for (const code of [first, second.toLowerCase()]) await type(page, code)
  await type(page, second)
  await page.getByText('Already counted.').waitFor()
  assert.deepEqual(await axeFaults(page), [])
  await picture(page, 'driver-scan-door')
  await type(page, third)
  await page.getByText('3 of 3 pieces').waitFor()
  await tap(page, 'Done')
  await tap(page, 'Not all as ordered')
  await tap(page, 'One more damaged: Rice, bag')
  await page.getByLabel('Reason (optional)').fill('Bag was torn')
  assert.deepEqual(await axeFaults(page), [])
  const buffer = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#865' } })
    .jpeg()
    .toBuffer()
  await page.getByLabel('Take photo: Rice, bag').setInputFiles({ name: 'p.jpg', mimeType: 'image/jpeg', buffer })
  await page.getByLabel('Photos 1 ✓: Rice, bag').waitFor()
  assert.deepEqual(await axeFaults(page), [])
  await picture(page, 'driver-parts')
  await page.reload()
  await page.getByText('1 stop, 1 photo waiting to send').waitFor()
  await tap(page, 'Not all as ordered ✓')
  await tap(page, 'See photos: 1')
  await page.getByRole('img', { name: 'Photo 1: Rice, bag' }).waitFor()
  await picture(page, 'driver-item-photo')
  await tap(page, 'Done')
  await tap(page, 'Save')
  await tap(page, 'Delivered')
  await page.getByText('waiting to send').first().waitFor()
  await phone.setOffline(false)

  await until('the outcome is sent', async () => (await yard.now()).stops[0]?.status === 'DELIVERED')
  const { load_checks, stops } = await yard.now()
  assert.deepEqual(
    load_checks?.map(({ scanned, by_hand, missing }) => [scanned, by_hand, missing]),
    [[30, 0, []]],
  )
  assert.deepEqual(stops[0]?.scanned?.codes.toSorted(), yard.codes.slice(0, 3).toSorted())
  assert.deepEqual(
    stops[0]?.item_outcomes?.map(({ delivered, damaged, reason }) => [delivered, damaged, reason]),
    [[2, 1, 'Bag was torn']],
  )
  assert.deepEqual(
    [stops[0]?.proof?.photo_urls, stops[0]?.proof?.item_photos?.map(({ name }) => name)],
    [[], ['Rice, bag']],
  )
  await tap(page, /^Undo \d+:[0-5]\d$/)
  await until('the undo is sent', async () => (await yard.now()).stops[0]?.status === 'ARRIVED')
  assert.equal((await yard.now()).stops[0]?.item_outcomes, undefined)
  await tap(page, 'Delivered')
  await until('the outcome is sent again', async () => (await yard.now()).stops[0]?.item_outcomes?.[0]?.damaged === 1)
  assert.deepEqual(faults, [])
})

test('pieces are checked off or typed if the browser blocks the camera, and missing ones need a reason', async () => {
  const { path, now, codes } = await loaded(2, { scanLoading: 'REQUIRED', scanDoor: 'REQUIRED' })
  const phone = await openPhone(browser, { small: true, dark: true, jumps: true })
  await phone.addInitScript(
    "navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'))",
  )
  const page = await phone.newPage()
  await page.goto(service.url + path)
  await tap(page, 'Check the load')
  await tap(page, 'Scan')
  await page.getByText('This browser blocks the camera.').waitFor()
  await type(page, codes[0] ?? '')
  await page.getByText('1 of 6 pieces').waitFor()
  for (const box of (await page.getByRole('checkbox', { name: 'Piece 2: Rice, bag' }).all()).slice(0, 2))
    await box.check()
  await page.getByText('Why are 3 pieces missing?').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Go on without 3 pieces' }).isDisabled(), true)
  await touch(page, page.getByText('Not at the depot'))
  assert.deepEqual(await axeFaults(page), [])
  await picture(page, 'driver-load-missing')
  await tap(page, 'Go on without 3 pieces')
  await tap(page, 'Start route')
  await until('the load check is sent', async () => (await now()).load_checks?.length === 1)
  const [check] = (await now()).load_checks ?? []
  assert.deepEqual([check?.scanned, check?.by_hand, check?.missing.length], [1, 2, 3])
  assert.equal(check?.reason, 'Not at the depot')
  await tap(page, 'Arrived')
  await tap(page, 'Scan 3 pieces')
  await touch(page, page.getByText('No label'))
  await tap(page, 'Done')
  await tap(page, 'Delivered')
  await until('the outcome is sent', async () => (await now()).stops[0]?.scanned?.reason === 'No label')
})

test('several labels in one picture each count, and a code of two stops counts once per piece', async () => {
  const items = [{ name: 'Tea', quantity: 2, barcodes: ['EAN-1', 'T-2'] }]
  const { path, now } = await loaded(2, { scanLoading: 'REQUIRED', scanDoor: 'OFF' }, items)
  const phone = await openPhone(browser, { jumps: true })
  await phone.addInitScript(`window.BarcodeDetector = class {
    static getSupportedFormats = async () => ['qr_code', 'code_128']
    detect = async () => ['EAN-1', 'T-2'].map((rawValue) => ({ rawValue }))
  }`)
  const page = await phone.newPage()
  await page.goto(service.url + path)
  await tap(page, 'Check the load')
  await tap(page, 'Scan')
  await page.getByText('2 of 4 pieces').waitFor()
  await tap(page, 'Close camera')
  for (const code of ['ean-1', 'T-2']) await type(page, code)
  await page.getByText('4 of 4 pieces').waitFor()
  await page.getByLabel('Piece 1: Tea').last().uncheck()
  await touch(page, page.getByText('Not at the depot'))
  await tap(page, 'Go on without it')
  await until('the load check is sent', async () => (await now()).load_checks?.length === 1)
  const { load_checks, stops } = await now()
  assert.deepEqual(
    load_checks?.map(({ scanned, missing }) => [scanned, missing]),
    [[3, [{ code: 'EAN-1', external_ref: stops[0]?.external_ref }]]],
  )
  await page.getByRole('button', { name: 'Start route' }).waitFor()
})

test('a driver can start and deliver without scanning if it is optional', async () => {
  const { path, now } = await loaded(1, { scanLoading: 'OFFERED', scanDoor: 'OFFERED' })
  const page = await (await openPhone(browser, { jumps: true })).newPage()
  await page.goto(service.url + path)
  await page.getByRole('button', { name: 'Check the load' }).waitFor()
  await tap(page, 'Start route')
  await tap(page, 'Arrived')
  await page.getByRole('button', { name: 'Scanned 0 of 3' }).waitFor()
  await tap(page, 'Delivered')
  await until('the outcome is sent', async () => (await now()).stops[0]?.status === 'DELIVERED')
  assert.deepEqual((await now()).stops[0]?.scanned, { codes: [], reason: null })
})
