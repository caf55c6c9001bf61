// Tests the zones screen in a browser: zones are drawn on the map or entered as text, changed, closed, imported, tested
// and deleted.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type { ZoneOut } from '../../src/contract/zones.ts'
import { insertDepot } from '../../src/store/fleet/fleet.ts'
import { startBrowser } from '../helpers/browser.ts'
import { DISTRICTS, inventedZones } from '../helpers/invented-zones.ts'
import { officePages } from '../helpers/office-pages.ts'
import { type Client, startService } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'

const browser = await startBrowser()
const service = await startService()
const { passesAxe, signIn } = officePages(browser, service)

const CORNERS = '38.89, -77.04\n38.89, -77.02\n38.91, -77.02\n38.91, -77.04'

const zonesOf = async (page: Page): Promise<ZoneOut[]> =>
  (await page.evaluate(`fetch('/office/api/zones').then((r) => r.json()).then((b) => b.data)`)) as ZoneOut[]

async function openZones(role: 'OWNER' | 'VIEWER' = 'OWNER', shop?: Client): Promise<{ page: Page; shop: Client }> {
  const own = shop ?? (await service.business())
  const page = await signIn(own.businessId, role)
  await page.getByRole('link', { name: 'Zones' }).click()
  await page.getByRole('heading', { name: 'Zones' }).waitFor()
  return { page, shop: own }
}

/** Opens a zone that the list at the left or the menu of a narrow window shows. */
const choose = (page: Page, name: string): Promise<void> =>
  page.getByRole('list', { name: 'Zones' }).getByRole('button', { name }).click()

const chooseOfMenu = async (page: Page, zone: string, action: string): Promise<void> => {
  await page.getByRole('button', { name: `More for ${zone}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

async function addByText(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add zone' }).click()
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Area as text' }).click()
  await page.getByLabel('Area as text').fill(CORNERS)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText(`${name} is saved.`).waitFor()
}

test('a zone is entered only by keyboard: its area, week, limits and a closure', async () => {
  const { page } = await openZones()
  await page.getByText('No zones yet').waitFor()
  await passesAxe(page, 'zones, empty')
  await page.getByRole('button', { name: 'Add zone' }).press('Enter')
  await page.getByLabel('Name').fill('Downtown')
  await page.getByRole('button', { name: 'Area as text' }).press('Enter')
  await page.getByLabel('Area as text').fill('38.89, -77.04\n38.89')
  await page.getByText('Line 2 is not a latitude and a longitude').waitFor()
  await page.getByLabel('Area as text').fill('20, -120\n20, -80\n50, -80\n50, -120')
  await page.getByText(/This zone covers [\d,]+ mi², more than drivers reach in a day/).waitFor()
  await page.getByLabel('Area as text').fill(CORNERS)
  await page.getByText('4 corners', { exact: true }).waitFor()
  assert.equal(await page.getByText('more than drivers reach').count(), 0)
  await page.getByLabel('Saturday', { exact: true }).press('Space')
  await page.getByLabel('Saturday to').fill('08:00')
  await page.getByLabel('Deliveries a day').fill('many')
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await page.getByText('Must be after the start.').waitFor()
  await page.getByText('Must be a whole number.').waitFor()
  await passesAxe(page, 'zone with faults')
  await page.getByLabel('Saturday to').fill('12:00')
  await page.getByLabel('Deliveries a day').fill('40')
  await page.getByLabel('Date').fill('2031-12-25')
  await page.getByLabel('Reason').fill('Holiday')
  await page.getByRole('button', { name: 'Close', exact: true }).press('Enter')
  await page.getByText('12/25/2031').waitFor()
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await page.getByText('Downtown is saved.').waitFor()
  await page.getByText('Mon–Sat · 40 a day').waitFor()
  await page.getByRole('list', { name: 'Closures' }).getByText('Thu 12/25/2031').waitFor()
  assert.equal(await page.getByLabel('Saturday to').inputValue(), '12:00')
  await page.getByText('In use', { exact: true }).first().waitFor()
  await passesAxe(page, 'zones')
  await page.getByRole('switch', { name: 'In use' }).press('Space')
  await page.getByText('1 change is not saved: In use').waitFor()
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await page.getByRole('list', { name: 'Zones' }).getByText('Not in use').waitFor()
})

test('the map shows the depots and zoom buttons if there are no zones', async () => {
  const shop = await service.business()
  await service.app.db.asBusiness(shop.businessId, async (tx) => {
    for (const [name, lat] of [
      ['North depot', 38.95],
      ['South depot', 38.85],
    ] as const)
      await insertDepot(tx, {
        depotId: service.app.newId(),
        name,
        address: null,
        returnsPlace: null,
        lat,
        lng: -77.03,
        isDefault: false,
      })
  })
  const { page } = await openZones('VIEWER', shop)
  const north = page.getByTitle('North depot')
  const south = page.getByTitle('South depot')
  const apart = async () => ((await south.boundingBox())?.y ?? 0) - ((await north.boundingBox())?.y ?? 0)
  await until('both depots are in the view', async () => (await apart()) > 50)
  const before = await apart()
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await until('the map has zoomed in', async () => (await apart()) > 1.5 * before)
})

test('a zone is drawn on the map, a hole is cut and a part added, and the drawing survives a reload', async () => {
  const { page } = await openZones()
  await addByText(page, 'Frame')
  const map = page.locator('canvas.maplibregl-canvas')
  await map.waitFor()
  const box = await map.boundingBox()
  assert.ok(box && box.height > 600, 'the map fills its side')
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  // Pressed and released slowly, because the map treats a quick second press as a zoom.
  const draw = async (...corners: [number, number][]) => {
    for (const [x, y] of [...corners, corners[0] ?? [0, 0]]) {
      await page.mouse.move(middle.x + x - 1, middle.y + y)
      await page.mouse.move(middle.x + x, middle.y + y)
      await page.mouse.down()
      await page.mouse.up()
    }
  }
  await page.getByRole('button', { name: 'Cut a hole' }).click()
  await page.getByText('Click the corners of the hole').waitFor()
  await draw([-60, -60], [60, -60], [60, 60], [-60, 60])
  await page.getByText('1 hole, 8 corners').waitFor()
  await page.getByRole('button', { name: 'Draw area' }).click()
  await page.getByText('Click the corners on the map').waitFor()
  await draw([-20, -20], [20, -20], [20, 20])
  await page.getByText('2 parts, 1 hole, 11 corners').waitFor()

  await page.reload()
  await page.getByText('1 change is not saved: Area').waitFor()
  await page.getByText('2 parts, 1 hole, 11 corners').waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Frame is saved.').waitFor()
  const [zone] = await zonesOf(page)
  assert.equal(zone?.geometry.type, 'MultiPolygon')
  assert.deepEqual(zone?.geometry.coordinates[0]?.[0]?.[0], [-77.04, 38.89])

  await page.getByRole('button', { name: 'Move corners' }).click()
  await page.getByText('Drag a corner.').waitFor()
  await passesAxe(page, 'drawing')
})

test('the second of two editors of a zone sees who changed it, keeps their input, and can save it', async () => {
  const { page: first, shop } = await openZones()
  await addByText(first, 'Shared')
  const { page: second } = await openZones('OWNER', shop)
  await second.getByLabel('Deliveries a day').fill('9')
  await first.getByLabel('Deliveries a day').fill('7')
  await first.getByLabel('Name').fill('Shared by two')
  await first.getByRole('button', { name: 'Save' }).click()
  await first.getByText('Shared by two is saved.').waitFor()
  await second.getByRole('button', { name: 'Save' }).click()
  await second.getByText('Test owner changed this zone meanwhile').waitFor()
  await second.getByText('Your changes are still here').waitFor()
  assert.equal(await second.getByLabel('Name').inputValue(), 'Shared by two')
  assert.equal(await second.getByLabel('Deliveries a day').inputValue(), '9')
  await second.getByRole('button', { name: 'Save' }).click()
  await second.getByText('Shared by two is saved.').waitFor()
  assert.equal((await zonesOf(second))[0]?.capacity, 9)
})

test('unsaved changes of a zone survive a look at another zone, and are discarded by a button', async () => {
  const { page } = await openZones()
  await addByText(page, 'North')
  await addByText(page, 'South')
  await page.getByLabel('Deliveries a day').fill('5')
  await choose(page, 'North')
  assert.equal(await page.getByLabel('Name').inputValue(), 'North')
  assert.equal(await page.getByLabel('Deliveries a day').inputValue(), '')
  await choose(page, 'South')
  await page.getByText('1 change is not saved: Deliveries a day').waitFor()
  assert.equal(await page.getByLabel('Deliveries a day').inputValue(), '5')
  await page.getByRole('button', { name: 'Discard' }).click()
  assert.equal(await page.getByLabel('Deliveries a day').inputValue(), '')
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.getByRole('button', { name: 'South', exact: true }).first().click()
  await page.getByRole('menuitem', { name: 'North' }).click()
  assert.equal(await page.getByLabel('Name').inputValue(), 'North')
  await passesAxe(page, 'zones, narrow')
})

test('a file is previewed, then imported', async () => {
  const { page } = await openZones()
  await page.getByRole('button', { name: 'Import GeoJSON' }).click()
  await page
    .getByLabel('File')
    .setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{') })
  await page.getByText('x.json is not well-formed GeoJSON').waitFor()
  await page.getByLabel('File').setInputFiles({
    name: 'districts.geojson',
    mimeType: 'application/geo+json',
    buffer: Buffer.from(JSON.stringify(inventedZones(DISTRICTS))),
  })
  await page.getByRole('cell', { name: 'District 10' }).waitFor()
  assert.equal(
    await page.evaluate('document.documentElement.scrollHeight - document.documentElement.clientHeight'),
    0,
    'the panel scrolls, not the page',
  )
  await passesAxe(page, 'import of zones')
  await page.getByLabel('Deliveries a day').fill('20')
  await page.getByRole('button', { name: 'Import 10 zones' }).click()
  await page.getByText('10 zones imported.').waitFor()
  assert.equal((await zonesOf(page)).filter(({ capacity }) => capacity === 20).length, 10)
  await passesAxe(page, 'many zones')
})

test('a location is tested by coordinates and on the map, and outside of zones the nearest one is shown', async () => {
  const { page } = await openZones('OWNER')
  await addByText(page, 'Downtown')
  await page.getByRole('button', { name: 'Test a location' }).click()
  await page.getByLabel('Address or point').fill('38.90, -77.03')
  await page.getByRole('button', { name: 'Check' }).click()
  await page.getByText('Downtown delivers here on 5 days a week.').waitFor()
  assert.equal(await page.getByRole('list', { name: 'Dates in Downtown' }).getByRole('listitem').count(), 14)
  await page
    .getByText(/There are no deliveries on Sundays/)
    .first()
    .waitFor()
  await passesAxe(page, 'a place tried')
  await page.getByLabel('Address or point').fill('38.90, -77.10')
  await page.getByRole('button', { name: 'Check' }).click()
  await page.getByText('The nearest is Downtown, 3.2 mi away.').waitFor()
  await page.getByLabel('Address or point').fill('1201 R St NW')
  await page.getByRole('button', { name: 'Check' }).click()
  await page.getByText(/Address lookup isn’t set up/).waitFor()
  await page.locator('canvas.maplibregl-canvas').click({ position: { x: 300, y: 300 } })
  await page.getByText(/^The point /).waitFor()
  await page.getByLabel('Address or point').press('Escape')
  assert.equal(await page.getByRole('dialog').count(), 0)
})

test('removing the last zone shows the consequences and needs a confirmation', async () => {
  const { page } = await openZones()
  await addByText(page, 'Only')
  await chooseOfMenu(page, 'Only', 'Delete zone')
  const dialog = page.getByRole('dialog', { name: 'Delete Only?' })
  await dialog.getByText('It is the only zone in use').waitFor()
  await passesAxe(page, 'deleting')
  await dialog.getByRole('button', { name: 'Keep' }).click()
  await chooseOfMenu(page, 'Only', 'Delete zone')
  await dialog.getByRole('button', { name: 'Delete the zone' }).click()
  await page.getByText('Only is deleted.').waitFor()
  await page.getByText('No zones yet').waitFor()
})

test('a viewer sees the zones, may test locations, and sees why other actions are disabled', async () => {
  const { page: owner, shop } = await openZones()
  await addByText(owner, 'Downtown')
  const { page } = await openZones('VIEWER', shop)
  for (const name of ['Add zone', 'Import GeoJSON', 'Save']) {
    const button = page.getByRole('button', { name })
    assert.equal(await button.getAttribute('aria-disabled'), 'true')
    assert.match((await button.getAttribute('title')) ?? '', /Your role \(viewer\)/)
  }
  await page.getByRole('button', { name: 'Test a location' }).click()
  await page.getByLabel('Address or point').fill('38.90, -77.03')
  await page.getByRole('button', { name: 'Check' }).click()
  await page.getByText('Downtown delivers here on 5 days a week.').waitFor()
})

test('without WebGL the list, the text and the location test remain', async () => {
  const shop = await service.business()
  const page = await signIn(shop.businessId, 'OWNER')
  await page.addInitScript('HTMLCanvasElement.prototype.getContext = () => null')
  await page.goto(`${service.url}/zones`)
  await page.getByText('This browser can’t draw the map').waitFor()
  await page.getByRole('button', { name: 'Add zone' }).click()
  await page.getByLabel('Name').fill('By text')
  await page.getByLabel('Area as text').fill(CORNERS)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('By text is saved.').waitFor()
  const tool = page.getByRole('button', { name: 'Draw area' })
  assert.equal(await tool.getAttribute('aria-disabled'), 'true')
  assert.match((await tool.getAttribute('title')) ?? '', /There is no map in this browser/)
})
