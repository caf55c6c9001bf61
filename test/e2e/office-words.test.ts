// Tests the languages of the office: the user's own, else that of the business, else that of the browser. Opens its
// screens in a pseudo-language to find texts that are not from the dictionary.
import { es as texts } from '../../src/texts/es/index.ts'
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { loadDemo } from '../../src/app/operations/demo/load-demo.ts'
import { createUser } from '../../src/app/people/users/create-user.ts'
import { API_METHODS } from '../../src/contract/office/integrations.ts'
import { LANGUAGE_NAMES } from '../../src/domain/customer-words/language.ts'
import { PHONE_REGIONS } from '../../src/domain/settings/phone-region.ts'
import { SENT_EVENTS } from '../../src/domain/webhooks/event-names.ts'
import { TIME_ZONES } from '../../web/ui/time-zones.ts'
import { en } from '../../web/words/en/index.ts'
import { es } from '../../web/words/es/index.ts'
import { startBrowser } from '../helpers/browser.ts'
import { testClock } from '../helpers/clock.ts'
import { officePages, openAccount } from '../helpers/office-pages.ts'
import { PASSWORD } from '../helpers/office.ts'
import { buildPseudoPages } from '../helpers/pseudo-pages.ts'
import { LOCALE_WORDS, notInMarks, pseudo, VISIBLE_TEXT, speakPseudo, textsIn } from '../helpers/pseudo-words.ts'
import { startService } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'

const browser = await startBrowser()
// The clock shows the morning of today in New York, which is the browser's time zone. Later in the day, a route whose
// shift has ended couldn't be dispatched.
const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(new Date())
const service = await startService({ replaced: { clock: testClock(new Date(`${today}T14:00:00Z`)).now } })
const demo = await loadDemo(service.app)
const { passesAxe } = officePages(browser, service)
const pages = await buildPseudoPages('office')
after(() => pages.remove())

const words = pseudo(es)

/** Members of the server's responses that hold its own sentences, in the language of the page. */
const SENTENCES = new Set(['message', 'reason', 'detail', 'text', 'nearest_fix', 'no_text', 'refused', 'warnings'])

/** A command that the operator types on the server. */
const COMMAND = 'npm run -s cli -- add-region --from FILE.osm.pbf'

/** Names of other products, keys and formats. */
const NAMES = [
  COMMAND,
  'endpoint.test',
  'Roundsman',
  'OpenStreetMap',
  'A4',
  'AM',
  'PM',
  'Esc',
  'Shift z',
  'Shift F10',
  'Ctrl k',
  // react-aria's words in that locale for a selected row and for closing a menu.
  'sélectionné',
  'Rejeter',
  'OK',
  ...Object.values(LANGUAGE_NAMES),
  ...API_METHODS,
  ...SENT_EVENTS,
  ...TIME_ZONES,
  ...weekdays(),
  ...months(),
]

function weekdays(): string[] {
  const days = Array.from({ length: 7 }, (_, i) => new Date(Date.UTC(1970, 0, 1 + i)))
  return days.map((day) => day.toLocaleDateString(words.locale, { weekday: 'short', timeZone: 'UTC' }))
}

function months(): string[] {
  const firsts = Array.from({ length: 12 }, (_, i) => new Date(Date.UTC(1970, i, 1)))
  return firsts.map((day) => day.toLocaleDateString(words.locale, { month: 'short', timeZone: 'UTC' }))
}

async function openOffice(locale: string) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    timezoneId: 'America/New_York',
    locale,
  })
  const page = await context.newPage()
  page.on('pageerror', (error) => assert.fail(error))
  return { context, page }
}

const signIn = async (page: Page, said: typeof en, email: string, password: string) => {
  await page.goto(service.url)
  await page.getByLabel(said.common.email).fill(email)
  await page.getByLabel(said.common.password).fill(password)
  await page.getByRole('button', { name: said.signIn.action }).click()
  await page.getByRole('link', { name: said.shell.orders, exact: true }).waitFor()
}

test('all text in the office and for screen readers is from the dictionary or data', async (t) => {
  // Replaces the server's sentences by pseudo-words, too.
  speakPseudo(t, texts)
  const { context, page } = await openOffice('es-MX')
  await pages.serveTo(context)
  // The browser's names of regions.
  const regions = await page.evaluate<string[]>(
    `${JSON.stringify(PHONE_REGIONS)}.map((region) => new Intl.DisplayNames('${words.locale}', { type: 'region' }).of(region))`,
  )
  const data = new Set([...NAMES, ...LOCALE_WORDS, ...regions])
  page.on('response', (response) => {
    if (!response.url().includes('/office/api/')) return
    const keep = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(keep)
        : typeof value === 'object' && value !== null
          ? Object.entries(value).map(([name, one]) => (SENTENCES.has(name) ? null : keep(one)))
          : value
    void response.json().then(
      (answer) => textsIn(keep(answer)).forEach((text) => text.length > 1 && data.add(text)),
      () => {},
    )
  })
  const waiting = new Set<unknown>()
  page.on('request', (request) => /office\/api\/(?!changes)/.test(request.url()) && waiting.add(request))
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', (request) => waiting.delete(request))
  const faults: string[] = []
  const walk = async (screen: string, ...shown: readonly string[]): Promise<void> => {
    for (const text of shown) await page.getByText(text).first().waitFor()
    await until('all responses are read', async () => (await page.waitForTimeout(200), waiting.size === 0))
    const said = await page.evaluate<string[]>(VISIBLE_TEXT)
    assert.ok(
      said.some((text) => text.includes('⟦')),
      `no text is from the dictionary on ${screen}`,
    )
    // The end of a request ID is not a word.
    const wrong = said.filter(
      (text) => text.length > 1 && !/^[\da-f]{12}$/.test(text) && notInMarks(text, [...data]) !== '',
    )
    faults.push(...wrong.map((text) => `${screen}: ${text}`))
  }
  const { common, signIn: outside, account } = words
  await page.goto(service.url)
  await walk('sign-in', outside.title)
  await page.getByRole('button', { name: outside.action }).click()
  await page.goto(`${service.url}/forgot-password`)
  await walk('forgotten', outside.forgot)
  await page.getByLabel(common.email).fill('nobody@office.test')
  await page.getByRole('button', { name: outside.sendLink }).click()
  await page.goto(`${service.url}/sign-in/company`)
  await walk('company', outside.companyLead)
  await page.goto(`${service.url}/sign-in?refused=NO_ROLE`)
  await walk('refused by the company', outside.refused.NO_ROLE)
  await page.goto(`${service.url}/account/confirmed`)
  await walk('confirmed', outside.confirmedLead)
  await page.goto(`${service.url}/welcome/${'x'.repeat(43)}`)
  await walk('link that is over', outside.linkOver)
  await page.goto(`${service.url}/set-up/${'x'.repeat(43)}`)
  await walk('set-up', outside.setUp)
  await signIn(page, words, demo.email, demo.password)
  const { day, build, stop, reassign, replan, orders } = words
  const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click()
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: build.build }).waitFor()
  await walk('day')
  await page.keyboard.press('?')
  await walk('keys', day.keyLock)
  await page.keyboard.press('Escape')
  await press(day.plan)
  await page.getByRole('menuitem', { name: build.severalDays }).click()
  await walk('several days', build.twoToFourteen)
  await page.keyboard.press('Escape')
  await press(day.filter)
  await page.getByLabel(day.onTheMap).waitFor()
  await walk('day')
  await press(build.build)
  await walk('build', build.timeToSearch)
  await dialog.getByRole('button', { name: build.build, exact: true }).click()
  await walk('built', build.viewRoutes)
  await press(build.viewRoutes)
  await page.getByLabel(day.timeline).waitFor()
  await walk('day with routes')
  await page
    .getByRole('grid', { name: day.stopsOf('Truck 3') })
    .getByRole('row')
    .nth(2)
    .click()
  await walk('stop', day.whyHere)
  await press(stop.closeDetails)
  await page.getByTitle(day.reassign).first().click()
  await walk('reassign', reassign.free)
  await page.keyboard.press('Escape')
  await press(day.plan)
  await walk('plan menu', day.toVehicle)
  await page.getByRole('menuitem', { name: day.sendAll }).click()
  await walk('send', day.sentCanChange)
  await dialog.getByRole('button').last().click()
  await walk('sent')
  await press(day.driversLink)
  await walk('driver’s link', common.copy)
  await page.keyboard.press('Escape')
  await page.locator('[data-route] [aria-haspopup=menu]').first().click()
  await walk('more of a route', day.runningLate)
  await page.getByRole('menuitem', { name: day.runningLate }).click()
  await walk('running late', replan.nothingYet)
  await dialog.getByRole('button', { name: replan.showPlans }).click()
  await dialog
    .getByRole('radiogroup', { name: replan.plans })
    .or(dialog.getByText(replan.nothingBetter))
    .first()
    .waitFor()
  await walk('plans')
  await page.keyboard.press('Escape')
  await page
    .getByRole('grid', { name: day.stopsOf('Truck 3') })
    .getByRole('row')
    .nth(2)
    .click()
  await walk('stop to record', stop.recordOutcome)
  await page.getByLabel(stop.outcome).selectOption('FAILED')
  await page.getByLabel(common.reason).fill('OK')
  await press(stop.record)
  await page.getByText(common.stopStates.FAILED).first().waitFor()
  await walk('stop recorded')
  await press(stop.closeDetails)
  await page.goto(`${service.url}/builds`)
  await walk('builds', build.runAgain)
  await page.locator('button', { hasText: build.runAgain }).first().click()
  await page.getByText(build.samePlan).waitFor()
  await page.goto(`${service.url}/orders`)
  await page.getByRole('region', { name: orders.title }).getByRole('row').nth(3).getByRole('button').click()
  await walk('order', orders.history)
  await press(common.edit)
  await walk('order form', orders.preferredDrivers)
  await page.keyboard.press('Escape')
  await page.goto(`${service.url}/orders`)
  await page.getByLabel(orders.chooseAll).check()
  await walk('orders chosen', orders.assignDate)
  await press(orders.cancelOrders)
  await walk('cancel orders', orders.cancelOrdersText)
  await page.keyboard.press('Escape')
  for (const path of [
    'orders',
    'orders/recurring',
    'import',
    'fleet',
    'zones',
    'integrations',
    'integrations/deliveries',
    'integrations/requests',
    'integrations/shops',
    'replies',
    'reports',
    'settings/activity',
    'team',
    'settings',
    'settings/drivers',
    'settings/customers',
    'settings/notices',
    'settings/privacy',
    'settings/sign-on',
    'settings/traffic',
    'settings/region',
  ]) {
    await page.goto(`${service.url}/${path}`)
    await page.locator('h1').first().waitFor()
    await walk(path.startsWith('settings') ? path : (path.split('/').at(-1) ?? path))
  }
  await page.goto(`${service.url}/account`)
  data.add('Chrome, Linux')
  await page.getByText(account.thisSession).waitFor()
  await walk('account', account.title)
  await page.getByRole('button', { name: account.toTest }).click()
  await page.getByText(words.shell.testData).waitFor()
  await walk('test data', words.shell.testDataHint)
  await page.getByRole('button', { name: words.shell.toLive }).click()
  await page.getByText(words.shell.testData).waitFor({ state: 'detached' })
  await page.goto(`${service.url}/account`)
  await service.app.db.query(`update sessions set confirmed_at = confirmed_at - interval '1 hour'`, [])
  await page.getByRole('button', { name: account.setUp }).click()
  await walk('confirming who it is', account.confirmIdentity)
  await page.getByRole('dialog').getByLabel(account.currentPassword).fill(demo.password)
  await page.getByRole('button', { name: account.continue }).click()
  await page.getByRole('img', { name: account.keyAsQr }).waitFor()
  const key = await page.locator('code').textContent()
  data.add(key ?? '')
  await walk('second factor', account.turnOn)
  assert.deepEqual(faults, [])
})

test('the office is in the browser’s language until the business or the person chooses one, also before signing in', async () => {
  const { businessId } = await service.business()
  const { page } = await openOffice('es-MX')
  const spoken = () => page.evaluate<string>('document.documentElement.lang')
  const email = `${service.app.newId()}@office.test`
  await createUser(service.app, businessId, { email, name: 'Test owner', role: 'OWNER', password: PASSWORD })
  await page.goto(service.url)
  await page.getByRole('heading', { name: es.signIn.title }).waitFor()
  assert.equal(await spoken(), 'es')
  await passesAxe(page, 'sign-in in Spanish')
  await page.getByLabel(es.common.language).selectOption('English')
  await page.getByRole('heading', { name: en.signIn.title }).waitFor()
  await page.getByLabel(en.common.language).selectOption('Español')
  await signIn(page, es, email, PASSWORD)
  await service.app.db.asBusiness(businessId, (tx) =>
    tx.updateTable('businesses').set({ officeLanguage: 'en' }).execute(),
  )
  await page.reload()
  await page.getByRole('link', { name: en.shell.orders, exact: true }).waitFor()
  assert.equal(await spoken(), 'en')
  await openAccount(page)
  await page.getByLabel(en.common.language).selectOption('Español')
  await page.getByRole('heading', { name: es.account.title }).waitFor()
  await passesAxe(page, 'account in Spanish')
  await page.reload()
  await page.getByRole('heading', { name: es.account.title }).waitFor()
  await page.getByLabel(es.common.language).selectOption(es.account.languageOther)
  await page.getByRole('heading', { name: en.account.title }).waitFor()
})
