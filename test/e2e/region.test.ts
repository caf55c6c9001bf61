// The way from no region to a planned day: the office shows how to add a region and its progress. Then it finds addresses,
// draws streets and plans on roads, without requests to other hosts.
import assert from 'node:assert/strict'
import { subscribe } from 'node:diagnostics_channel'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, Page } from 'playwright-core'
import sharp from 'sharp'
import { reportProgress } from '../../src/adapters/regions/preparing.ts'
import type { DayOut } from '../../src/contract/day.ts'
import type { OrderOut } from '../../src/contract/order.ts'
import { startBrowser } from '../helpers/browser.ts'
import { commandLine, printed } from '../helpers/command.ts'
import { WASHINGTON } from '../helpers/data.ts'
import { addDepot, addVehicle } from '../helpers/fleet.ts'
import { officePages, openScreen } from '../helpers/office-pages.ts'
import { orderBody } from '../helpers/orders.ts'
import { dateIn } from '../helpers/routes.ts'
import { type Client, startService, TEST_SECRET } from '../helpers/service.ts'

/** Hosts other than this machine that the server's process looks up or connects to. */
const beyond = new Set<string>()
subscribe('net.client.socket', (message) => {
  const { socket } = message as { socket: Socket }
  socket.once('lookup', (_error, _address, _family, host: string) => host !== 'localhost' && beyond.add(host))
  socket.once('connect', () => {
    const { remoteAddress } = socket
    if (remoteAddress && !/^(127\.|::1$|::ffff:127\.)/.test(remoteAddress)) beyond.add(remoteAddress)
  })
})
const browser = await startBrowser()
const dataDir = await mkdtemp(path.join(os.tmpdir(), 'rm-region-'))
after(() => rm(dataDir, { recursive: true }))
const service = await startService({ jobs: true, env: { DATA_DIR: dataDir } })
const { signIn, passesAxe } = officePages(browser, service)

const STREETS = [
  ['Luray Place NW', 38.931881, -77.018844],
  ['Marlboro Place NW', 38.940225, -77.016041],
  ['Quarry Road NW', 38.9269, -77.04181],
  ['Ingleside Terrace NW', 38.93467, -77.04379],
  ['Wyoming Avenue NW', 38.918898, -77.043437],
] as const

test('a region is added, and a day of addresses without coordinates is planned and drawn on it', async () => {
  const shop = await service.business()
  await addDepot(service.app, shop.businessId, { lat: 38.9186, lng: -77.0127 })
  await addVehicle(service.app, shop.businessId, { name: 'Van' })
  const page = await signIn(shop.businessId, 'OWNER')
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (/^(http|ws)/.test(request.url()) && !request.url().startsWith(service.url)) elsewhere.push(request.url())
  })

  // An order is accepted even if no address can be geocoded yet.
  const early = await shop.post<OrderOut>('/orders', orderBody(at('12 Luray Place NW', dateIn(service, 2))))
  assert.equal(early.body.data.placement, 'UNPLACED')
  // A day without deliveries shows the first steps instead of the map.
  const [month, dayOfMonth, year] = dateIn(service, 2).split('/')
  const withOrder = `${service.url}/?date=${year}-${month}-${dayOfMonth}`
  await page.goto(withOrder)
  await page.getByText('The map has no streets yet.').waitFor()
  await page.getByRole('link', { name: 'Add a region' }).click()
  await page.getByText('No region yet.').waitFor()
  await passesAxe(page, 'no region')
  const other = { name: 'maryland', source: 'maryland.osm.pbf' }
  const teller = reportProgress(dataDir, other, service.app.clock, () => {})
  teller.at('MAP', 0.4)
  await page.getByText('Step 4 of 6: Drawing the map: 40 %').waitFor()
  await page.getByRole('progressbar', { name: 'Preparing maryland' }).waitFor()
  await passesAxe(page, 'a region in preparation')
  teller.failed('there is no room on the disk.')
  await page.getByText('maryland.osm.pbf was not added: there is no room on the disk.').waitFor()

  const open = await page.context().newPage()
  await open.goto(withOrder)
  await open.getByText('The map has no streets yet.').waitFor()
  const run = commandLine({ DATABASE_URL: service.databaseUrl, APP_SECRET: TEST_SECRET, DATA_DIR: dataDir })
  await printed(run, ['add-region', '--from', WASHINGTON])
  // The extract contains only roads. The house numbers come from a list of the city.
  const houses = path.join(dataDir, 'houses.csv')
  const rows = STREETS.map(([street, lat, lng]) => `12 ${street},Washington,DC,20001,${lat},${lng}`)
  rows.push('12 Quarry Road SE,Washington,DC,20003,38.88,-76.99')
  await writeFile(houses, ['line1,city,region,postal_code,lat,lng', ...rows].join('\n'))
  await printed(run, ['import-addresses', '--from', houses])
  await page
    .getByRole('row', { name: /washington-nw .* Streets and \d+ house numbers, roads, map Addresses, roads, map/ })
    .waitFor()
  await passesAxe(page, 'a region')
  await open.getByText('The map has no streets yet.').waitFor({ state: 'detached' })
  await open.getByText('© OpenStreetMap contributors').waitFor()
  assert.ok(await drawsStreets(open), 'streets appear on an open page without a reload')
  await open.close()

  const date = dateIn(service, 1)
  await repairAddresses(shop, page, dateIn(service, 2))
  await typeAddress(page.context())
  await repairRow(page, dateIn(service, 3))
  await importOrders(page, date)
  const day = async (): Promise<DayOut> =>
    (await page.evaluate(
      `fetch('/office/api/day?date=${encodeURIComponent(date)}').then((r) => r.json()).then((b) => b.data)`,
    )) as DayOut
  const found = () =>
    day().then(({ pool }) => pool.filter(({ lat }) => lat !== null).map(({ external_ref }) => external_ref))
  await waitFor(async () => (await found()).length === STREETS.length)
  assert.deepEqual(
    (await found()).sort(),
    STREETS.map((_, i) => `R${i}`),
    'an unknown street is not found',
  )

  await page.goto(`${service.url}/?date=${date.slice(6)}-${date.slice(0, 2)}-${date.slice(3, 5)}`)
  await page.getByText('© OpenStreetMap contributors').waitFor()
  await page.keyboard.press('b')
  await page.getByRole('dialog').getByRole('button', { name: 'Build routes' }).click()
  await page.getByRole('button', { name: 'View routes' }).click()
  const [route] = (await day()).routes
  assert.deepEqual([route?.stops.length, route?.distances_estimated], [STREETS.length, false])
  const health = (await (await fetch(`${service.url}/api/v1/health`)).json()) as { data: { distance_source: string } }
  assert.equal(health.data.distance_source, 'local')
  assert.ok(await drawsStreets(page), 'streets are on the screen')
  assert.equal(route?.distance_source, 'local')
  assert.deepEqual([elsewhere, [...beyond]], [[], []])
})

const at = (line1: string, delivery_date: string, region = 'DC', postal_code = '20001') => ({
  delivery_date,
  address: { line1, city: 'Washington', region, postal_code },
})

/** Repairs addresses that were not found: choosing among similar ones, and geocoding in bulk. */
async function repairAddresses(shop: Client, page: Page, date: string): Promise<void> {
  const order = page.getByRole('region', { name: /^Order / })
  const found = order.getByRole('list', { name: 'Possible locations' }).getByRole('listitem')
  const open = async (...address: [line1: string, region?: string, zip?: string]): Promise<void> => {
    const { body } = await shop.post<OrderOut>('/orders', orderBody(at(address[0], date, address[1], address[2])))
    await page.goto(`${service.url}/orders?order=${body.data.order_uuid}`)
  }
  await open('12 Quarry Road', 'DC', '20020')
  await order.getByText('Which one? Several locations fit this address.').waitFor()
  assert.equal(await found.count(), 2)
  await order.getByTitle(/^12 Quarry Road SE/).waitFor()
  await passesAxe(page, 'candidates of an address')
  await open('PO Box 12')
  await order.getByRole('button', { name: 'Find this address' }).click()
  await order.getByText('A PO box can’t be delivered to.').waitFor()
  await open('12 Wyoming Avenue NW', 'MD', '20815')
  await order.getByText('The address isn’t exact. Is it one of these?').waitFor()
  await found
    .filter({ hasText: /Washington, DC 20001/ })
    .getByRole('button', { name: 'Use this' })
    .click()
  await order.getByText('Location confirmed by the office.').waitFor()

  await page.goto(`${service.url}/orders`)
  await page.getByRole('button', { name: 'Needs location' }).click()
  // Excludes the order from before the region, which was geocoded automatically.
  await page.getByText('2 orders').waitFor()
  await page.getByRole('checkbox', { name: 'Choose all shown' }).check()
  await page.getByRole('button', { name: 'Look up addresses again' }).click()
  await page.getByText('2 addresses are being looked up again.').waitFor()
}

/** Types an address in a new order, and chooses a suggestion with the keyboard. Adds nothing. */
async function typeAddress(context: BrowserContext): Promise<void> {
  const page = await context.newPage()
  await page.goto(`${service.url}/orders`)
  await page.getByRole('button', { name: 'Add an order' }).click()
  const field = page.getByRole('combobox', { name: 'Address' })
  await field.click()
  await page.keyboard.type('12 quarry ro')
  const suggestions = page.getByRole('listbox', { name: 'Suggested addresses' })
  await suggestions.getByRole('option', { name: '12 Quarry Road SE, Washington, DC 20003' }).waitFor()
  await passesAxe(page, 'suggested addresses')
  await page.keyboard.press('ArrowDown')
  const chosen = await suggestions.getByRole('option', { selected: true }).innerText()
  await page.keyboard.press('Enter')
  await suggestions.waitFor({ state: 'detached' })
  const values = [field, ...['City', 'State', 'Postal code'].map((name) => page.getByLabel(name, { exact: true }))]
  const [line1, city, region, postcode] = await Promise.all(values.map((one) => one.inputValue()))
  assert.equal(`${line1}, ${city}, ${region} ${postcode}`, chosen)
  await field.click()
  await page.keyboard.type(', ')
  await suggestions.waitFor()
  await page.keyboard.press('Escape')
  await suggestions.waitFor({ state: 'detached' })
  // Escape closed only the suggestions. Enter closes only them, too, if none is selected.
  await field.waitFor()
  await page.keyboard.press('ArrowDown')
  await suggestions.waitFor()
  await page.keyboard.press('Enter')
  await suggestions.waitFor({ state: 'detached' })
  await field.waitFor()
  // The unit stays, and so does a field that the suggestion lacks.
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('7 quarry road apt 5')
  await suggestions
    .getByRole('option', { name: /^Quarry Road/ })
    .first()
    .click()
  assert.match(await field.inputValue(), /^7 Quarry Road (?:NW|SE|Northwest), apt 5$/)
  assert.equal(await page.getByLabel('Postal code', { exact: true }).inputValue(), postcode)
  await page.close()
}

/** Corrects the address of an imported row with a suggestion, whose town replaces that of the file. */
async function repairRow(page: Page, date: string): Promise<void> {
  await openScreen(page, 'Import')
  await page.getByLabel('File', { exact: true }).setInputFiles({
    name: 'one.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `Order ID,Name,Address,City,State,Postal code,Delivery date\nQ1,Test customer,12 Nowhere,Elsewhere,DC,20009,${date}`,
    ),
  })
  await page.getByRole('button', { name: 'Check 1 row' }).click()
  const field = page.getByRole('combobox', { name: /^Address in row/ })
  await field.fill('')
  await field.click()
  await page.keyboard.type('12 quarry road se')
  await page.getByRole('option', { name: '12 Quarry Road SE, Washington, DC 20003' }).click()
  assert.equal(await field.inputValue(), '12 Quarry Road SE')
  await passesAxe(page, 'a suggestion for a row')
  await page.getByRole('listitem').filter({ has: field }).getByRole('button', { name: 'Save' }).click()
  await field.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Add 1 order' }).click()
  await page.getByRole('heading', { name: '1 order added' }).waitFor()
  const { address, placement } = await page.evaluate<OrderOut>(
    `fetch('/office/api/orders?search=Q1').then((r) => r.json()).then((b) => b.data.orders[0])`,
  )
  assert.deepEqual(
    [placement, address.line1, address.city, address.postal_code],
    ['PLACED', '12 Quarry Road SE', 'Washington', '20003'],
  )
}

async function importOrders(page: Page, date: string): Promise<void> {
  const rows = [...STREETS.map(([street]) => street), 'Nowhere At All Boulevard SE'].map(
    (street, i) => `R${i},Test customer ${i},12 ${street},Washington,DC,${date}`,
  )
  await openScreen(page, 'Import')
  await page.getByLabel('File', { exact: true }).setInputFiles({
    name: 'orders.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['Order ID,Name,Address,City,State,Delivery date', ...rows].join('\n')),
  })
  await page.getByRole('button', { name: 'Check 6 rows' }).click()
  await page.getByRole('button', { name: 'Add 6 orders' }).click()
  await page.getByRole('heading', { name: '6 orders added' }).waitFor()
}

/** Returns true if streets, which are white, cover their share of the map's land within a minute. */
async function drawsStreets(page: Page): Promise<boolean> {
  const box = (await page.getByRole('region', { name: 'Map of the day' }).boundingBox()) ?? {
    x: 0,
    y: 0,
    width: 1,
    height: 1,
  }
  return waitFor(async () => {
    const { data, info } = await sharp(await page.screenshot({ clip: box }))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const counts = new Map<number, number>()
    for (let i = 0; i < data.length; i += 3) {
      const color = data.readUIntBE(i, 3)
      counts.set(color, (counts.get(color) ?? 0) + 1)
    }
    const share = (color: number): number => (counts.get(color) ?? 0) / (info.width * info.height)
    return share(LAND) > 0.3 && share(STREET) > 0.02
  })
}

/** Waits at most one minute and then returns `false`. The assertions that follow report the fault. */
async function waitFor(isSo: () => Promise<boolean>): Promise<boolean> {
  const until = Date.now() + 60_000
  while (Date.now() < until) {
    if (await isSo()) return true
    await sleep(200)
  }
  return false
}
const LAND = 0xefede7
const STREET = 0xffffff
