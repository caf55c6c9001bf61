// Tests users who are restricted to depots, in a browser: an owner sets this on the Team page, and the day of these
// users contains only their depots.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startBrowser } from '../helpers/browser.ts'
import { createDepot } from '../../src/app/fleet/create-depot.ts'
import { createVehicle } from '../../src/app/fleet/create-vehicle.ts'
import { officePages, openScreen } from '../helpers/office-pages.ts'
import { orderBody } from '../helpers/orders.ts'
import { dateIn } from '../helpers/routes.ts'
import { startService } from '../helpers/service.ts'

const browser = await startBrowser()
const service = await startService()
const { signIn, passesAxe } = officePages(browser, service)
const date = dateIn(service, 1)
const iso = `${date.slice(6)}-${date.slice(0, 2)}-${date.slice(3, 5)}`

test('a dispatcher with one depot builds, moves and undoes on its routes, and sees no other depot', async () => {
  const shop = await service.business()
  for (const [depot, lat, vans] of [
    ['North', 38.95, ['North van', 'North truck']],
    ['South', 38.85, ['South van']],
  ] as const) {
    const { depotId } = await createDepot(service.app, shop.businessId, {
      name: depot,
      address: null,
      lat,
      lng: -77.03,
    })
    for (const name of vans)
      await createVehicle(service.app, shop.businessId, {
        name,
        capacityLbs: null,
        temperatureClasses: ['DRY'],
        shiftStart: '08:00',
        shiftEnd: '18:00',
        maxStops: null,
        driverId: null,
        depotId,
      })
  }
  const order = async (number: number, lat: number) => {
    const address = { line1: `${number} Test Street`, city: 'Washington', lat, lng: -77.03 }
    const { status, body } = await shop.post('/orders', orderBody({ delivery_date: date, address }))
    assert.equal(status, 201, body.message)
  }
  const day = `${service.url}/?date=${iso}`
  await order(1, 38.86)
  const dispatcher = await signIn(shop.businessId, 'DISPATCHER', 'Dana North')
  const owner = await signIn(shop.businessId, 'OWNER')
  await owner.goto(day)
  const build = async (page: typeof owner) => {
    await page.getByRole('button', { name: 'Build routes' }).click()
    const ask = page.getByRole('dialog', { name: 'Build routes' })
    await ask.getByLabel('Time to search').selectOption('2')
    await ask.getByLabel('Use only as many vehicles as are needed').check()
    await ask.getByRole('button', { name: 'Build routes' }).click()
    await page.getByRole('button', { name: 'View routes' }).click()
    await page.getByRole('heading', { name: 'Unassigned (0)' }).waitFor()
  }
  await build(owner)
  await owner.getByRole('grid', { name: 'Stops of South van' }).waitFor()

  await openScreen(owner, 'Team')
  await owner.getByRole('button', { name: 'Edit the depots of Dana North' }).click()
  const dialog = owner.getByRole('dialog', { name: 'Depots of Dana North' })
  await dialog.getByLabel('Depots').selectOption('Only these')
  await passesAxe(owner, 'depots of someone')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.getByText('Must name a depot').first().waitFor()
  await dialog.getByLabel('North', { exact: true }).check()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await owner.getByText('The depots of Dana North are saved.').waitFor()
  await owner
    .getByRole('row', { name: /Dana North/ })
    .getByRole('button', { name: 'Edit the depots of Dana North: North' })
    .waitFor()
  await passesAxe(owner, 'team, with depots')

  for (const number of [2, 3, 4]) await order(number, 38.955 + number / 1000)
  await dispatcher.goto(day)
  await dispatcher.getByRole('heading', { name: 'Unassigned (3)' }).waitFor()
  assert.equal(await dispatcher.getByText('South van').count(), 0)
  await build(dispatcher)
  const stopsOf = (van: string) => dispatcher.getByRole('grid', { name: `Stops of ${van}` }).getByRole('row')
  await dispatcher
    .getByRole('grid', { name: /^Stops of North/ })
    .first()
    .waitFor()
  const full = (await stopsOf('North van').count()) > 0 ? 'North van' : 'North truck'
  const empty = full === 'North van' ? 'North truck' : 'North van'
  await stopsOf(full).nth(2).waitFor()
  await stopsOf(full).first().click()
  await stopsOf(full)
    .nth(1)
    .click({ modifiers: ['Control'] })
  const bar = dispatcher.getByRole('region', { name: 'Selection' })
  await bar.getByRole('option', { name: `New route: ${empty}` }).waitFor({ state: 'attached' })
  const choices = await bar.getByLabel('Move to …').locator('option').allTextContents()
  assert.ok(!choices.some((choice) => choice.includes('South')), choices.join())
  await bar.getByLabel('Move to …').selectOption(`New route: ${empty}`)
  await stopsOf(empty).first().waitFor()
  await dispatcher.getByRole('button', { name: 'Undo', exact: true }).click()
  await stopsOf(full).nth(2).waitFor()
  await dispatcher.getByRole('link', { name: 'Fleet' }).click()
  await dispatcher.getByRole('button', { name: 'North van', exact: true }).waitFor()
  assert.equal(await dispatcher.getByText('South').count(), 0)
  await dispatcher.getByRole('link', { name: /^Depots/ }).click()
  await dispatcher.getByRole('button', { name: 'Add a depot' }).and(dispatcher.locator('[aria-disabled]')).waitFor()
  await dispatcher.getByRole('link', { name: 'Orders', exact: true }).click()
  await dispatcher.getByText('2 Test Street').first().waitFor()
  assert.equal(await dispatcher.getByText('1 Test Street').count(), 0)
  await passesAxe(dispatcher, 'orders of one depot')

  // The owner's day contains all depots.
  await owner.goto(day)
  for (const van of ['South van', full]) await owner.getByRole('grid', { name: `Stops of ${van}` }).waitFor()
})
