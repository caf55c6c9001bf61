// Tests switching between businesses at two installations in a browser, by keyboard, behind a proxy with one host name.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createUser } from '../../src/app/people/users/create-user.ts'
import { axeFaults } from '../helpers/axe.ts'
import { startBrowser } from '../helpers/browser.ts'
import { type Installation, startInstallations } from '../helpers/installations.ts'
import { PASSWORD, PASSWORD_HASH } from '../helpers/office.ts'
import { picture } from '../helpers/phone.ts'

const browser = await startBrowser()
const installations = (await startInstallations(['a', 'b'])) as [Installation, Installation]
const [a, b] = installations

/** Leads each request to the installation that the directory names, like the proxies of deploy/. */
const proxy = http.createServer((request, response) => {
  const { method, url = '', headers } = request
  void a.where(url, { ...(headers.cookie && { cookie: headers.cookie }) }).then(({ installation }) => {
    const to = new URL(url, installations.find(({ name }) => name === installation)?.url)
    const forwarded = http.request(to, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    forwarded.once('error', () => response.destroy())
    response.once('close', () => forwarded.destroy())
    request.pipe(forwarded)
  })
})
proxy.listen(0, '127.0.0.1')
await once(proxy, 'listening')
after(() => {
  proxy.closeAllConnections()
  proxy.close()
})
const url = `http://localhost:${(proxy.address() as AddressInfo).port}`

async function userAt(at: Installation, business: string, email: string): Promise<void> {
  const { businessId } = await at.business()
  await at.app.db.query('update businesses set name = $2 where business_uuid = $1', [businessId, business])
  await createUser(at.app, businessId, { email, name: 'Ann Example', role: 'OWNER', password: PASSWORD_HASH })
}

async function fillSignIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Opens the menu of the account by keyboard. Returns the names of its choices. */
async function openMenu(page: Page, businesses: number): Promise<string[]> {
  await page.getByRole('button', { name: 'Account of Ann Example' }).focus()
  await page.keyboard.press('Enter')
  const items = page.getByRole('menuitem')
  await items.nth(businesses + 2).waitFor()
  return items.allTextContents()
}

test('a user signs in to a second business, switches by keyboard in all tabs, and signs out of both', async () => {
  await userAt(a, 'Bakery', 'ann@bakery.test')
  await userAt(b, 'Florist', 'ann@florist.test')
  const context = await browser.newContext()
  const page = await context.newPage()
  page.on('pageerror', (error) => assert.fail(error))
  await page.goto(url)
  await fillSignIn(page, 'ann@bakery.test')
  assert.deepEqual(await openMenu(page, 0), ['Your account', 'Sign in to another business', 'Sign out'])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByText('You stay signed in to Bakery.').waitFor()
  assert.deepEqual(await axeFaults(page), [])
  await picture(page, 'sign-in-another')
  await fillSignIn(page, 'ann@florist.test')
  await page.getByRole('heading', { name: /^The day / }).waitFor()

  const other = await context.newPage()
  await other.goto(`${url}/settings`)
  await other.getByRole('heading', { level: 1 }).first().waitFor()
  const choices = [
    'Your account',
    'Bakery (ann@bakery.test)',
    'Sign in to another business',
    'Sign out of all businesses',
  ]
  assert.deepEqual(await openMenu(page, 1), choices)
  await page.getByRole('menu').getByText('Florist').waitFor()
  assert.deepEqual(await axeFaults(page), [])
  await picture(page, 'businesses')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  // The second tab shows the other business, too.
  await other.waitForURL(`${url}/`)
  for (const tab of [page, other]) {
    await tab.getByRole('heading', { name: /^The day / }).waitFor()
    assert.equal((await openMenu(tab, 1))[1], 'Florist (ann@florist.test)')
    await tab.keyboard.press('Escape')
  }

  await b.stopDirectory()
  await page.reload()
  await page.getByRole('heading', { name: /^The day / }).waitFor()
  assert.equal((await openMenu(page, 1))[1], '1 other businessCan’t be reached right now')
  await page.keyboard.press('Escape')
  await b.startDirectory()

  await openMenu(page, 1)
  await page.getByRole('menuitem', { name: 'Sign out of all businesses' }).click()
  await page.getByRole('heading', { name: 'Sign in to Roundsman' }).waitFor()
  const cookies = await context.cookies()
  assert.deepEqual(
    cookies.map(({ name }) => name),
    ['roundsman-browser'],
  )
})
