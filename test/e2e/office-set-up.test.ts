// Setting up in a browser: from an empty business to a fleet, a colleague and other settings; axe on each screen.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { startBrowser } from '../helpers/browser.ts'
import { addVehicle } from '../helpers/fleet.ts'
import { officePages } from '../helpers/office-pages.ts'
import { PASSWORD } from '../helpers/office.ts'
import { startService } from '../helpers/service.ts'

const browser = await startBrowser()
const service = await startService({ jobs: true, env: { ALLOW_PRIVATE_WEBHOOKS: '1' } })
const { openPage, passesAxe, signIn } = officePages(browser, service)

/** As if the sessions had run out meanwhile. */
const endSessions = (page: Page) => page.context().clearCookies()

test('a depot, a driver and a vehicle are added, and a wrong field is named where it stands', async () => {
  const { businessId } = await service.business()
  const page = await signIn(businessId, 'OWNER')
  await page.getByRole('link', { name: 'Fleet' }).click()
  await page.getByText('No depots yet').waitFor()
  await passesAxe(page, 'fleet, empty')
  await page.getByRole('button', { name: 'Add a depot' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Main depot')
  await dialog.getByLabel('Latitude').fill('north')
  await dialog.getByLabel('Longitude').fill('-77.01')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.getByText('Must be a number.').waitFor()
  assert.equal(await dialog.getByLabel('Latitude').getAttribute('aria-invalid'), 'true')
  await dialog.getByLabel('Latitude').fill('38.91')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('cell', { name: 'Main depot (default)' }).waitFor()

  await page.getByRole('button', { name: 'Add a driver' }).click()
  await dialog.getByLabel('Name').fill('Test driver')
  await dialog.getByLabel('Language').selectOption('Español')
  await passesAxe(page, 'driver')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('cell', { name: 'Test driver', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Edit Test driver' }).click()
  assert.equal(await dialog.getByLabel('Language').inputValue(), 'es')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Add a vehicle' }).click()
  await passesAxe(page, 'vehicle')
  await dialog.getByLabel('Name').fill('Van 1')
  await dialog.getByLabel('Capacity (lb)').fill('900')
  await dialog.getByLabel('frozen').check()
  await dialog.getByLabel('Usual driver').selectOption('Test driver')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('cell', { name: '900 lb, dry, frozen' }).waitFor()
  await passesAxe(page, 'fleet')
})

test('of two who edit a vehicle the second is told; what only the first changed follows, what was typed stays', async () => {
  const { businessId } = await service.business()
  await addVehicle(service.app, businessId, { name: 'Shared van' })
  const first = await signIn(businessId, 'DISPATCHER', 'First dispatcher')
  const second = await signIn(businessId, 'DISPATCHER', 'Second dispatcher')
  for (const page of [first, second]) {
    await page.getByRole('link', { name: 'Fleet' }).click()
    await page.getByRole('button', { name: 'Edit Shared van' }).click()
  }
  await second.getByLabel('Maximum stops').fill('12')
  await first.getByLabel('Capacity (lb)').fill('700')
  await first.getByLabel('Maximum stops').fill('10')
  await first.getByRole('button', { name: 'Save', exact: true }).click()
  await first.getByRole('cell', { name: /^700 lb/ }).waitFor()
  await second.getByRole('button', { name: 'Save', exact: true }).click()
  await second.getByText('First dispatcher changed this vehicle meanwhile').waitFor()
  await second.getByText('Your changes are still here').waitFor()
  assert.equal(await second.getByLabel('Capacity (lb)').inputValue(), '700')
  assert.equal(await second.getByLabel('Maximum stops').inputValue(), '12')
  await passesAxe(second, 'vehicle, changed meanwhile')
  await second.getByRole('button', { name: 'Save', exact: true }).click()
  await second.getByRole('dialog').waitFor({ state: 'detached' })
  await second.getByRole('button', { name: 'Edit Shared van' }).click()
  assert.equal(await second.getByLabel('Maximum stops').inputValue(), '12')
  assert.equal(await second.getByLabel('Capacity (lb)').inputValue(), '700')
})

test('someone is invited, joins by the link, and is told what their role keeps from them', async () => {
  const { businessId } = await service.business()
  const page = await signIn(businessId, 'OWNER')
  await page.getByRole('link', { name: 'Team' }).click()
  await page.getByRole('button', { name: 'Invite someone' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill('joining@office.test')
  await dialog.getByLabel('Role').selectOption('VIEWER')
  await dialog.getByRole('button', { name: 'Make the invitation' }).click()
  const link = (await dialog.getByText(/\/welcome\//).textContent()) ?? ''
  await dialog.getByRole('button', { name: 'Done' }).click()
  await passesAxe(page, 'team')

  const guest = await openPage()
  await guest.goto(link.replace('http://roundsman.test', service.url))
  await guest.getByRole('heading', { name: 'Join Test business' }).waitFor()
  await passesAxe(guest, 'welcome')
  await guest.getByLabel('Your name').fill('Joining viewer')
  await guest.getByLabel('Password').fill(PASSWORD)
  await guest.getByRole('button', { name: 'Join' }).click()
  await guest.getByRole('link', { name: 'Orders', exact: true }).waitFor()
  assert.equal(await guest.getByRole('link', { name: 'Team' }).count(), 0)
  await guest.goto(`${service.url}/team`)
  await guest.getByText('Your role (viewer) doesn’t let you manage the team and single sign-on.').waitFor()
  await guest.goto(link.replace('http://roundsman.test', service.url))
  await guest.getByText('This link no longer works').waitFor()
})

test('a form outlives its session: signed in again above it, what was typed is saved', async () => {
  const { businessId } = await service.business()
  const page = await signIn(businessId, 'OWNER')
  await page.getByRole('link', { name: 'Fleet' }).click()
  await page.getByRole('button', { name: 'Add a driver' }).click()
  await page.getByLabel('Name').fill('Kept driver')
  await endSessions(page)
  // What the page reads by itself may be told of it first, and the question then stands above the form.
  await page.getByRole('button', { name: 'Save', exact: true }).dispatchEvent('click')
  const again = page.getByRole('dialog', { name: 'You are signed out' })
  await passesAxe(page, 'signed out')
  await again.getByLabel('Password').fill('not the password')
  await again.getByRole('button', { name: 'Sign in' }).click()
  await again.getByText('No account has this email address and password').waitFor()
  await again.getByLabel('Password').fill(PASSWORD)
  await again.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('cell', { name: 'Kept driver', exact: true }).waitFor()
})

test('a draft outlives a lost connection and a reload, and is nobody else’s', async () => {
  const { businessId } = await service.business()
  const page = await signIn(businessId, 'OWNER')
  await page.getByRole('link', { name: 'Fleet' }).click()
  await page.getByRole('button', { name: 'Add a vehicle' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Draft van')
  await dialog.getByLabel('dry').uncheck()
  await dialog.getByLabel('frozen').check()
  await page.context().setOffline(true)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.getByText('The server can’t be reached').waitFor()
  await page.context().setOffline(false)
  await page.reload()
  await page.getByRole('button', { name: 'Add a vehicle' }).click()
  await dialog.getByText('Your unsaved changes were restored.').waitFor()
  assert.equal(await dialog.getByLabel('Name').inputValue(), 'Draft van')
  assert.deepEqual(
    [await dialog.getByLabel('dry').isChecked(), await dialog.getByLabel('frozen').isChecked()],
    [false, true],
  )
  await dialog.getByRole('button', { name: 'Discard changes' }).click()
  assert.equal(await dialog.getByLabel('Name').inputValue(), '')
  await dialog.getByLabel('Name').fill('Second draft')
  await page.goto(service.url)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByLabel('Password').waitFor()
  assert.equal(await page.evaluate('Object.keys(localStorage).filter((key) => key.startsWith("draft:")).length'), 0)
})
