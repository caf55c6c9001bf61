// The office in a browser: opening pages, signing in, and axe.
import assert from 'node:assert/strict'
import type { Browser, Page } from 'playwright-core'
import { createUser } from '../../src/app/people/users/create-user.ts'
import { roleHasPermission, type UserRole } from '../../src/domain/users/permissions.ts'
import { axeFaults } from './axe.ts'
import { PASSWORD, PASSWORD_HASH } from './office.ts'
import type { Service } from './service.ts'

export function officePages(browser: Browser, service: Service) {
  /** Opens a new browser context in the business's time zone. An error on the page fails the test. */
  async function openPage(): Promise<Page> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, timezoneId: 'America/New_York' })
    const page = await context.newPage()
    page.on('pageerror', (error) => assert.fail(error))
    return page
  }

  async function signIn(businessId: string, role: UserRole, name = `Test ${role.toLowerCase()}`): Promise<Page> {
    const email = `${service.app.newId()}@office.test`
    await createUser(service.app, businessId, { email, name, role, password: PASSWORD_HASH })
    const page = await openPage()
    // Signs in without the sign-in page. A few tests open that page themselves.
    const answer = await page.request.post(`${service.url}/office/api/sign-in`, { data: { email, password: PASSWORD } })
    assert.ok(answer.ok(), await answer.text())
    await page.goto(service.url)
    await (roleHasPermission(role, 'readRoutes')
      ? page.getByRole('heading', { name: /^The day / })
      : page.getByRole('button', { name: /^Account of / })
    ).waitFor()
    return page
  }

  async function passesAxe(page: Page, screen: string): Promise<void> {
    assert.deepEqual(await axeFaults(page), [], screen)
  }

  return { openPage, signIn, passesAxe }
}

/** Screens that are not in the navigation, and the screen from which each is opened. */
const WITHIN: Readonly<Record<string, string>> = { Import: 'Orders', Team: 'Settings', Integrations: 'Settings' }

export async function openScreen(page: Page, name: string): Promise<void> {
  const outer = WITHIN[name]
  if (outer) await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: outer }).click()
  await page
    .getByRole('link', { name, exact: name !== 'Import' })
    .first()
    .click()
}

async function chooseOfAccount(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Account of / }).click()
  await page.getByRole('menuitem', { name }).click()
}

export const openAccount = (page: Page): Promise<void> => chooseOfAccount(page, 'Your account')
export const signOut = (page: Page): Promise<void> => chooseOfAccount(page, 'Sign out')

/** Chooses from a menu of the day's toolbar. */
export async function chooseOfDay(page: Page, menu: 'Plan', name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: menu, exact: true }).click()
  await page.getByRole('menuitem', { name }).click()
}

/** Opens an empty route of a vehicle. Without a name, of the first vehicle that has none. */
export async function planByHand(page: Page, vehicle: string | RegExp = /./): Promise<void> {
  await chooseOfDay(page, 'Plan', 'New route by hand')
  await page.getByRole('menu', { name: 'New route by hand' }).getByRole('menuitem', { name: vehicle }).first().click()
}

/** Opens the menu of a route. Without a name, of the first route. */
export async function openRouteMenu(page: Page, route: string | RegExp = /./): Promise<void> {
  const section = page.locator('[data-route]').filter({ has: page.getByRole('button', { name: route }) })
  await section
    .first()
    .getByRole('button', { name: /^More for / })
    .click()
  await page.getByRole('menu').waitFor()
}

export async function chooseOfRoute(page: Page, name: string | RegExp, route?: string | RegExp): Promise<void> {
  await openRouteMenu(page, route)
  await page.getByRole('menuitem', { name }).click()
}

/** Sends all planned routes, with the confirmation. */
export async function sendAll(page: Page): Promise<void> {
  await chooseOfDay(page, 'Plan', 'Send all')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Send / })
    .click()
}
