// Works a route to its end with random decisions.
import { type Door, newDoor } from './door.ts'
import type { Glove } from './glove.ts'
import type { Office } from './office.ts'
import { isFinished, intend, intendAll, type IntendedState, type IntendedStop } from './meaning.ts'

interface Around {
  office: Office
  codeOf: (stop: IntendedStop) => string
  /** Looks at the customers' pages. */
  look: () => Promise<void>
  /** Lets the office remove the stop from the route, unless it is too late. */
  takeOff: (stop: IntendedStop) => Promise<void>
  /** Lets the office cancel the route. Returns false if it has ended. */
  cancel: () => Promise<boolean>
  count: (name: 'resent' | 'closed' | 'cancelled' | 'plannedAgain') => void
}

const OUTCOME_BUTTONS = { FAILED: ['Could not deliver', 'Not delivered'], SKIPPED: ['Skip', 'Skip stop'] } as const

interface Drive extends Around, Pick<Glove, 'page' | 'random' | 'press' | 'button'> {
  glove: Glove
  meaning: IntendedState
  door: Door
}

export async function workRoute(glove: Glove, meaning: IntendedState, around: Around): Promise<void> {
  const { page, random, press, button } = glove
  const door = newDoor(glove, meaning, around.codeOf)
  const drive: Drive = { ...around, glove, meaning, door, page, random, press, button }
  await glove.open()
  // Waits until the phone has cached the page, so that it can open the page without reception.
  await glove.until("caches.open('driver-1').then((kept) => kept.keys()).then((keys) => keys.length >= 3)")
  await glove.until('navigator.serviceWorker.controller !== null')
  await press(button('Start route'), () => intend(meaning, 'START', null))
  await button('Arrived').waitFor()
  const cancelAfter = random() < 0.4 ? 1 + Math.floor(random() * 2 * meaning.stops.length) : Infinity
  for (let steps = 0; !(await isOver(drive)); steps++) {
    if (steps >= cancelAfter && (await cancelled(drive))) return
    if (random() < 0.06) await resent(drive)
    await mishap(drive)
    const stop = await atHand(drive)
    if (!stop) break
    await step(drive, stop)
    await around.look()
  }
  await reconnect(drive)
  await glove.pass(6_000)
  await page.getByText('Everything is sent. You can').waitFor()
}

/** Returns the stop on the screen, which the next tap is for. */
async function atHand({ meaning, page }: Drive): Promise<IntendedStop | undefined> {
  const line1 = await page.locator('.card h2').first().textContent()
  return meaning.stops.find((one) => one.line1 === line1)
}

function isOver({ page }: Drive): Promise<boolean> {
  return page.getByText('Route finished').isVisible()
}

/** Continues like a driver who doesn't know the office's change. */
async function workOn(drive: Drive, steps: number): Promise<void> {
  for (let i = 0; i < steps && !(await isOver(drive)); i++) {
    const stop = await atHand(drive)
    if (stop) await step(drive, stop)
  }
}

/** The driver gets a new link while the phone may hold data, with the page open or closed. */
async function resent(drive: Drive): Promise<void> {
  const { glove, office, count, page, random } = drive
  if (random() < 0.6) await glove.reception(false)
  if (glove.isOffline()) await workOn(drive, 2)
  if (await isOver(drive)) return
  const isClosed = random() < 0.5
  if (isClosed) await glove.close()
  const link = await office.resend()
  if (!link) return isClosed ? glove.open() : undefined
  count('resent')
  if (isClosed) count('closed')
  else if (glove.isOffline()) await workOn(drive, 1)
  await glove.reception(true)
  // Sometimes the open page detects the newer link before the driver opens it. The office then gets the phone's data.
  if (!isClosed && random() < 0.5) {
    await glove.pass(40_000)
    await page.getByText('The office sent a newer link').first().waitFor()
  }
  await glove.follow(link)
  await offIsGone(drive)
}

/** The office cancels the route while the phone has newer data. */
async function cancelled(drive: Drive): Promise<boolean> {
  const { glove, office, cancel, count, random } = drive
  await glove.reception(false)
  await workOn(drive, 3)
  const isClosed = random() < 0.5
  if (isClosed) await glove.close()
  if (!(await cancel())) {
    if (isClosed) await glove.open()
    return false
  }
  count('cancelled')
  if (isClosed) count('closed')
  else await workOn(drive, 1)
  const again = random() < 0.5 ? await office.planAgain() : null
  if (again) count('plannedAgain')
  await glove.reception(true)
  await glove.openEnded(again ?? undefined)
  return true
}

/** Restores reception. Stops that the office removed disappear from the phone before the next tap. */
async function reconnect(drive: Drive): Promise<void> {
  const { glove } = drive
  await glove.reception(true)
  await offIsGone(drive)
}

async function offIsGone({ glove, meaning }: Drive): Promise<void> {
  const off = meaning.stops.filter(({ isOff }) => isOff).map(({ line1 }) => line1)
  if (off.length === 0) return
  await glove.pass(6_000)
  await glove.sent()
  await glove.until(`!${JSON.stringify(['', ...off])}.includes(document.querySelector('.card h2')?.textContent ?? '')`)
}

async function step(drive: Drive, stop: IntendedStop): Promise<void> {
  const { meaning, door, page, random, press, button } = drive
  if (stop.state === 'OPEN' && random() < 0.8) {
    await press(button('Arrived'), () => intend(meaning, 'ARRIVE', stop))
    await page.getByText('● Arrived').waitFor()
    return
  }
  if (stop.state === 'ARRIVED' && random() < 0.1 && (await undo(drive, stop))) return
  const outcome = random() < 0.7 ? 'DELIVERED' : random() < 0.5 ? 'FAILED' : 'SKIPPED'
  if (outcome === 'DELIVERED' && stop.state === 'OPEN') return
  if (stop.state === 'ARRIVED') await door.around(stop)
  else if (random() < 0.2) await door.photograph(stop)
  await finish(drive, stop, outcome)
  while (random() < 0.2 && (await undo(drive, stop))) {
    if (stop.state !== 'ARRIVED') return
    await finish(drive, stop, random() < 0.5 ? 'DELIVERED' : 'FAILED')
  }
  if (random() < 0.1) await undoInList(drive)
}

/** Undoes a random finished stop in the list, if the list still offers an undo. */
async function undoInList({ glove, meaning, page, random, press, button }: Drive): Promise<void> {
  await press(button('All stops'))
  const rows = page.locator('.stops li.finished')
  await page.locator('.stops').waitFor()
  const count = await rows.count()
  if (count === 0) return glove.back()
  const row = rows.nth(Math.floor(random() * count))
  const name = row.locator('.address')
  const line1 = /^\d+\. (.*)$/.exec((await name.textContent()) ?? '')?.[1]
  const stop = meaning.stops.find((one) => one.line1 === line1)
  await press(name)
  const undoing = row.getByRole('button', { name: /^Undo/ })
  // A double tap may have closed the row again. Skip an undo with less than 10 s left, because it may expire during the tap.
  const [, minutes = 0, seconds = 0] = (await undoing.isVisible())
    ? (/(\d+):(\d+)/.exec((await undoing.textContent()) ?? '') ?? [])
    : []
  if (!stop || Number(minutes) * 60 + Number(seconds) < 10) return glove.back()
  await press(undoing, () => intend(meaning, 'UNDO', stop))
  await page.locator('.stop', { hasText: stop.line1 }).waitFor()
}

async function finish(drive: Drive, stop: IntendedStop, outcome: 'DELIVERED' | 'FAILED' | 'SKIPPED'): Promise<void> {
  const { glove, meaning, door, page, press, button } = drive
  if (outcome === 'DELIVERED') {
    const refused = await door.answer(stop)
    if (refused) {
      await press(button('Not delivered'), () => intendAll(meaning, 'FAILED', [refused], refused))
      if (refused !== stop) {
        await page.locator('.stop h2', { hasText: stop.line1 }).waitFor()
        return finish(drive, stop, outcome)
      }
    } else {
      const others = await door.chosen()
      await press(page.locator('.actions .primary'), () => intendAll(meaning, outcome, [...others, stop], stop))
    }
  } else {
    const [opens, records] = OUTCOME_BUTTONS[outcome]
    await press(button(opens))
    await press(page.locator('fieldset label').first())
    await press(button(records), () => intendAll(meaning, outcome, [stop], stop))
  }
  await glove.until(
    `!document.querySelector('fieldset.reasons') && document.querySelector('.card h2') && document.querySelector('.card h2')?.textContent !== ${JSON.stringify(stop.line1)}`,
  )
}

/** Undoes the last action at the stop. Returns false if the phone doesn't offer the undo. */
async function undo({ meaning, page, press }: Drive, stop: IntendedStop): Promise<boolean> {
  const bar = page.locator('.undo', { hasText: stop.line1 })
  if (!(await bar.isVisible())) return false
  // Skip an undo with less than 10 s left, because it may expire during the tap.
  const [, minutes = 0, seconds = 0] = /(\d+):(\d+)/.exec((await bar.textContent()) ?? '') ?? []
  if (Number(minutes) * 60 + Number(seconds) < 10) return false
  await press(bar.getByRole('button'), () => intend(meaning, 'UNDO', stop))
  const state = stop.state === 'ARRIVED' ? '● Arrived' : /→ On the way|○ Planned/
  await page.locator('.stop', { hasText: stop.line1 }).getByText(state).waitFor()
  return true
}

/** A random mishap of a phone in a van. */
async function mishap(drive: Drive): Promise<void> {
  const { glove, takeOff, page, random, press, button } = drive
  const chance = random()
  if (chance < 0.12) await glove.turn()
  else if (chance < 0.27) await (glove.isOffline() ? reconnect(drive) : glove.reception(false))
  else if (chance < 0.42) await glove.pass(20_000 + random() * 300_000)
  else if (chance < 0.5) await glove.back()
  else if (chance < 0.55) await glove.reload()
  else if (chance < 0.63) {
    await press(button(random() < 0.5 ? 'All stops' : 'Could not deliver'))
    await glove.pass(1_000)
    await glove.back()
  } else if (chance < 0.7 && glove.isOffline()) {
    const stop = await atHand(drive)
    if (stop && !isFinished(stop)) await takeOff(stop)
  }
  await page.locator('.card h2').first().waitFor()
}
