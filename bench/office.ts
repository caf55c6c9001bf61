// npm run bench office: the office with much data, in a real browser with its own server. Shows and drags a full day,
// imports a large file, and pages through the table of orders.
//   --stops 300   --routes 50   --large 1000 (on 60 routes)   --rows 20000   --orders 100000,1000000 (0 skips a part)
import os from 'node:os'
import pg from 'pg'
import type { Page } from 'playwright-core'
import type { ImportOut, UploadOut } from '../src/contract/office/imports.ts'
import { buildWebIfStale } from '../src/cli/web-build.ts'
import { launchChromium } from '../test/helpers/chromium.ts'
import { loadOrders } from './api/bulk.ts'
import { buildDay, type FullDay, createFullBusiness, orderRows } from './office/day.ts'
import { dragStop, type Frames, watchFrames } from './office/drag.ts'
import { explainPages } from './office/plans.ts'
import { startOwnDatabase } from './proof/own-database.ts'
import { prepareServerProcess } from './proof/server-process.ts'
import { openAppBeside } from './proof/shops.ts'
import { parseOptions } from './given-options.ts'

const options = parseOptions({ stops: 300, routes: 50, large: 1000, rows: 20000, orders: '100000,1000000' })
const { stops, routes, rows, large } = options
const LARGE_ROUTES = 60
const LASSO = 200
/** Without the content security policy, because it forbids the polling of `waitForElement`. */
const SCREEN = { viewport: { width: 1920, height: 1080 }, bypassCSP: true }
const sizes = options.orders
  .split(',')
  .map(Number)
  .filter((size) => size > 0)

await buildWebIfStale(console.log)
const database = await startOwnDatabase()
const server = await prepareServerProcess(database.url)
const setUp = await openAppBeside(database.url)
const browser = await launchChromium()
try {
  await server.start()
  console.log(`${os.cpus().length} × ${os.cpus()[0]?.model}, Node ${process.version}, Chromium ${browser.version()}`)
  const day = await createFullBusiness(setUp.app, routes)
  if (stops > 0) await buildDay(`${server.url}/api/v1`, day, stops)
  const context = await browser.newContext({ ...SCREEN, timezoneId: 'America/New_York' })
  const page = await context.newPage()
  page.setDefaultTimeout(120_000)
  await signIn(page, day)

  if (stops > 0) await measureDay(page, day)
  if (large > 0) {
    const largeDay = await createFullBusiness(setUp.app, LARGE_ROUTES)
    await buildDay(`${server.url}/api/v1`, largeDay, large)
    const other = await (await browser.newContext(SCREEN)).newPage()
    other.setDefaultTimeout(120_000)
    await signIn(other, largeDay)
    await measureLarge(other, largeDay)
    await other.close()
  }
  if (rows > 0) {
    console.log(`\n## A file of ${rows} rows`)
    await importFile(page, rows, day.date)
  }

  const db = new pg.Client({ connectionString: database.url })
  await db.connect()
  for (const size of sizes) {
    console.log(`\n## ${size.toLocaleString('en-US')} orders`)
    await loadOrders(db, day.businessId, size)
    console.log('| page | ms in the database | found by |\n|---|---|---|')
    for (const line of await explainPages(db, day.businessId)) console.log(line)
    const began = performance.now()
    await page.goto(`${server.url}/orders`)
    await page.getByRole('region', { name: 'Orders' }).getByRole('row').nth(10).waitFor()
    console.log(`\nthe screen shows its first rows after ${seconds(began)}`)
  }
  await db.end()
} finally {
  await browser.close()
  await server.stop('SIGTERM')
  await setUp.close()
  await database.end()
}

async function signIn(page: Page, { email, password }: FullDay): Promise<void> {
  await page.goto(server.url)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Plan', exact: true }).waitFor()
}

async function measureDay(page: Page, { date }: FullDay): Promise<void> {
  console.log(`\n## A day of ${stops} stops on ${routes} routes`)
  const opened = performance.now()
  await page.goto(`${server.url}/?date=${date.slice(6)}-${date.slice(0, 2)}-${date.slice(3, 5)}`)
  await page.getByRole('heading', { name: 'Unassigned (0)' }).waitFor()
  console.log(`shown ${seconds(opened)} after the request`)
  const all = performance.now()
  await page.getByRole('button', { name: 'Actions for all routes' }).click()
  await page.getByRole('menuitem', { name: 'Open all routes' }).click()
  await page
    .getByRole('grid', { name: /^Stops of/ })
    .nth(2)
    .waitFor()
  console.log(`all routes opened in ${seconds(all)}`)
  console.log('\n| while | processor ms | frames | median ms | p95 ms | worst ms | tasks over 50 ms | longest ms |')
  console.log('|---|---|---|---|---|---|---|---|')
  print('mouse moves over the list', await watchFrames(page, () => hover(page)))
  const drops: number[] = []
  for (const which of ['first', 'second', 'third'])
    print(
      `a stop is dragged, the ${which} time`,
      await watchFrames(page, async () => void drops.push(await dragStop(page))),
    )
  console.log(`\nfrom drop to place: ${drops.map((ms) => `${Math.round(ms)} ms`).join(', ')}`)
}

/** Opens a large day, and moves part of it: the lasso selects the northernmost stops. */
async function measureLarge(page: Page, { date }: FullDay): Promise<void> {
  console.log(`\n## A day of ${large} stops on ${LARGE_ROUTES} routes`)
  const url = `${server.url}/?date=${date.slice(6)}-${date.slice(0, 2)}-${date.slice(3, 5)}`
  const shown: string[] = []
  for (let i = 0; i < 3; i++) {
    const opened = performance.now()
    await page.goto(url)
    await waitForElement(page, '[data-route]', `Van ${LARGE_ROUTES}`)
    shown.push(seconds(opened))
    await waitForElement(page, '[data-order][aria-label]')
    shown.push(seconds(opened))
  }
  console.log(`lists, then the map, after the request: ${shown.join(', ')}`)
  for (const which of ['first', 'second', 'third']) {
    await page.getByRole('button', { name: 'Lasso', exact: true }).click()
    const map = await page.getByRole('region', { name: 'Map of the day' }).boundingBox()
    if (!map) throw new Error('the map is not on the screen')
    const [left, right, top] = [map.x + 2, map.x + map.width - 2, map.y + 2]
    // The lasso's height follows from the share of stops to select, because stops are spread evenly over the map. The factor
    // 1.3 makes up for the edges of the map, where there are fewer stops.
    const south = top + (1.3 * map.height * LASSO) / large
    await page.mouse.move(left, top)
    await page.mouse.down()
    for (const [x, y] of [[right, top] as const, [right, south] as const, [left, south] as const])
      await page.mouse.move(x, y, { steps: 10 })
    const selecting = performance.now()
    await page.mouse.up()
    const bar = page.getByRole('region', { name: 'Selection' })
    const count = Number(/^\d+/.exec((await bar.getByText(/deliveries selected/).textContent()) ?? '')?.[0])
    const selected = seconds(selecting)
    const targets = bar.getByLabel('Move to …')
    const moving = performance.now()
    await targets.selectOption({ index: 1 })
    await waitForElement(page, '[role=status] span', `${count} stops moved`)
    console.log(
      `the ${which} lasso: ${count} stops selected in ${selected}, moved to the new plan in ${seconds(moving)}`,
    )
    await page.keyboard.press('z')
    await page.getByText(/^Undone: /).waitFor()
    await bar.getByRole('button', { name: 'Clear' }).click()
  }
}

/**
 * Waits for an element whose text begins with `text`. Checks every frame, because a locator soon checks only every 0.5
 * s.
 */
async function waitForElement(page: Page, selector: string, text = ''): Promise<void> {
  const found = `[...document.querySelectorAll(${JSON.stringify(selector)})]`
  const begins = `(element) => element.textContent.trimStart().startsWith(${JSON.stringify(text)})`
  await page.waitForFunction(`${found}.some(${begins})`, undefined, { polling: 'raf' })
}

async function hover(page: Page): Promise<void> {
  for (let i = 0; i < 60; i++) await page.mouse.move(200 + (i % 7) * 10, 250 + i * 12)
}

/** Imports a file by the calls of the office, in the page's session. */
async function importFile(page: Page, count: number, date: string): Promise<void> {
  const file = orderRows(count, date)
    .map((row, i) => (i === 0 ? row : [row[0]?.replace('BENCH', 'FILE'), ...row.slice(1)]).join(','))
    .join('\n')
  const call = <T>(method: string, path: string, body?: string): Promise<T> =>
    page.evaluate(
      async ([method, path, body]) => {
        const { data } = (await (await fetch('/office/api/session')).json()) as { data: { csrf_token: string } }
        const answer = await fetch(`/office/api${path}`, {
          method,
          headers: {
            'x-csrf-token': data.csrf_token,
            'content-type': path.includes('?name') ? 'application/octet-stream' : 'application/json',
          },
          ...(body !== null && { body }),
        })
        const said = (await answer.json()) as { data: never; message: string }
        if (!answer.ok) throw new Error(said.message)
        return said.data
      },
      [method, path, body ?? null] as const,
    )
  const uploading = performance.now()
  const { file: read } = await call<UploadOut>('POST', '/imports?name=bench.csv', file)
  if (!read) throw new Error('the file was not read')
  const { import_uuid: id, mapping } = read
  console.log(`uploaded and read in ${seconds(uploading)}`)
  const previewing = performance.now()
  const { good, bad } = await call<{ good: number; bad: number }>(
    'POST',
    `/imports/${id}/preview`,
    JSON.stringify({ mapping }),
  )
  console.log(`previewed in ${seconds(previewing)}: ${good} good, ${bad} bad`)
  const importing = performance.now()
  await call('POST', `/imports/${id}/start`, JSON.stringify({ mapping }))
  for (;;) {
    const { status, counts } = await call<ImportOut>('GET', `/imports/${id}`)
    if (status === 'DONE') {
      const took = (performance.now() - importing) / 1000
      console.log(
        `imported in ${took.toFixed(1)} s: ${counts.created} created, ${Math.round(counts.created / took)} a second`,
      )
      return
    }
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

function print(what: string, { busy, frames, median, p95, worst, longTasks, longest }: Frames): void {
  const ms = (value: number) => value.toFixed(1)
  console.log(
    `| ${what} | ${Math.round(busy)} | ${frames} | ${ms(median)} | ${ms(p95)} | ${ms(worst)} | ${longTasks} | ${ms(longest)} |`,
  )
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(2)} s`
}
