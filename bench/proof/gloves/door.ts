// The driver's actions at a door before the outcome: choosing further deliveries, answering the checks of each delivery, taking
// photos, writing a note, and choosing where the goods are left.
import type { Locator } from 'playwright-core'
import type { Glove } from './glove.ts'
import { intend, type IntendedState, type IntendedStop } from './meaning.ts'

export const LEAVING_PLACES = ['Front door', 'With a neighbor']

export interface Door {
  /** Random actions before the outcome. */
  around: (stop: IntendedStop) => Promise<void>
  photograph: (stop: IntendedStop) => Promise<void>
  sign: (stop: IntendedStop) => Promise<void>
  /**
   * Completes everything that the deliveries ask for. Stops at the first delivery that may not be handed over, for
   * which the screen asks the reason.
   */
  answer: (stop: IntendedStop) => Promise<IntendedStop | null>
  /** Deliveries that are finished together with the one on the screen, as the screen shows them. */
  chosen: () => Promise<IntendedStop[]>
}

/** The phone, the intention and the elements of the screen for the actions at a door. */
interface Doorway extends Pick<Glove, 'page' | 'random' | 'press' | 'button'> {
  glove: Glove
  meaning: IntendedState
  codeOf: (stop: IntendedStop) => string
  /** The main button at the bottom of the screen. */
  primary: Locator
  option: (text: string) => Locator
}

export function newDoor(glove: Glove, meaning: IntendedState, codeOf: (stop: IntendedStop) => string): Door {
  const { page, random, press, button } = glove
  const primary = page.locator('.actions .primary')
  const option = (text: string) => page.locator('fieldset.reasons label', { hasText: text })
  const door: Doorway = { glove, meaning, codeOf, page, random, press, button, primary, option }
  return {
    around: (stop) => around(door, stop),
    photograph: (stop) => photograph(door, stop),
    sign: (stop) => sign(door, stop),
    answer: (stop) => answer(door, stop),
    chosen: () => chosen(door),
  }
}

async function around(door: Doorway, stop: IntendedStop): Promise<void> {
  const { glove, page, random } = door
  if (random() < 0.6) await chooseOthers(door)
  if (random() < 0.15) {
    await photograph(door, stop)
    if (random() < 0.6) await removePhoto(door, stop)
  }
  if (random() < 0.15) await glove.turn()
  if (random() < 0.15) await sign(door, stop)
  if (random() < 0.2) await damage(door, stop)
  if (random() < 0.2) await write(door, stop)
  if (random() < 0.2) {
    stop.draft.left = random() < 0.8 ? (LEAVING_PLACES[random() < 0.5 ? 0 : 1] ?? null) : null
    await page.getByLabel('Left where').selectOption(stop.draft.left ?? '')
  }
}

async function chooseOthers({ page, press }: Doorway): Promise<void> {
  const boxes = page.locator('fieldset.together label')
  for (let i = 0; i < (await boxes.count()); i++) {
    const box = boxes.nth(i)
    const isMeant = !(await box.locator('input').isChecked())
    await press(box)
    if ((await box.locator('input').isChecked()) !== isMeant)
      throw new Error(`selected to be finished together: ${!isMeant}, but ${isMeant} was tapped`)
  }
}

async function chosen({ meaning, page }: Doorway): Promise<IntendedStop[]> {
  const labels = await page.locator('fieldset.together label:has(input:checked)').allTextContents()
  return labels.flatMap((label) => meaning.stops.find(({ customer }) => label.includes(`${customer} ·`)) ?? [])
}

async function photograph(door: Doorway, stop: IntendedStop): Promise<void> {
  const { glove } = door
  const all = [stop, ...(await chosen(door))]
  await glove.photograph()
  for (const one of all) one.photos++
}

async function sign(door: Doorway, stop: IntendedStop): Promise<void> {
  const { glove, page, press, button } = door
  const all = [stop, ...(await chosen(door))]
  await press(button(/^(Get signature|Signature|Signed ✓)$/))
  await glove.draw()
  await press(button('Save signature'), () => {
    for (const one of all) one.signatures++
  })
  await page.locator('.card h2', { hasText: stop.line1 }).waitFor()
}

/** Reports a damaged box with a photo. A second tap counts another box, and the screen shows the count. */
async function damage({ glove, page, random, press, button }: Doorway, stop: IntendedStop): Promise<void> {
  const open = page.locator('.card.stop button', { hasText: 'Not all as ordered' })
  if (!(await open.isVisible())) return
  await press(open)
  if (stop.damaged < 3) await press(button('One more damaged: Box'))
  stop.damaged = Number(await page.locator('fieldset output').nth(1).textContent())
  await glove.photograph()
  stop.photos++
  if (random() < 0.5) await glove.back()
  else await press(button('Save'))
  await page.locator('.card h2', { hasText: stop.line1 }).waitFor()
}

/** Removes a photo. A tap removes a sent photo, and an unsent one never leaves the phone. */
async function removePhoto(
  { glove, meaning, page, random, press, button }: Doorway,
  stop: IntendedStop,
): Promise<void> {
  if (!glove.isOffline()) await glove.sent()
  await press(page.locator('button.thumbnails'))
  const photos = page.locator('figure.photo')
  await photos.first().locator('img').waitFor()
  const before = await photos.count()
  const last = photos.nth(before - 1)
  const isUnsent = (await last.locator('img').getAttribute('src'))?.startsWith('blob:') === true
  await press(last.getByRole('button'), () => {
    if (isUnsent) stop.photos--
    else intend(meaning, 'REMOVE_PHOTO', stop)
  })
  await glove.until(`document.querySelectorAll('figure.photo').length === ${before - 1}`)
  if (random() < 0.5) await glove.back()
  else await press(button('Done'))
  await page.locator('.card h2', { hasText: stop.line1 }).waitFor()
}

async function write({ page, random, press }: Doorway, stop: IntendedStop): Promise<void> {
  const field = page.locator('details.note textarea')
  if (!(await field.isVisible())) await press(page.locator('details.note summary'))
  if (!(await field.isVisible())) await page.locator('details.note summary').tap()
  stop.draft.note = `Note ${Math.floor(random() * 1000)}`
  await field.fill(stop.draft.note)
}

async function answer(door: Doorway, stop: IntendedStop): Promise<IntendedStop | null> {
  const { glove, meaning, page, random, press, primary } = door
  for (;;) {
    await glove.settled()
    const said = (await primary.textContent()) ?? ''
    if (said.startsWith('Delivered')) return null
    // The office removed the stop. The arrival was not saved, and the phone lost reception before it got the new
    // route.
    if (said.startsWith('Arrived')) await press(primary, () => intend(meaning, 'ARRIVE', stop))
    else if (await page.locator('label.primary').isVisible()) await photograph(door, stop)
    else if (said.startsWith('Get signature')) await sign(door, stop)
    else {
      const of = meaning.stops.find(({ customer }) => said.endsWith(`: ${customer}`)) ?? stop
      await press(primary)
      if (random() < 0.1) await (random() < 0.5 ? glove.back() : glove.reload())
      else if (said.startsWith('Collect')) await collect(door, of)
      else if (said.startsWith('Ask')) await askCode(door, of)
      else if (!(await identify(door, of))) return of
    }
  }
}

async function identify({ random, press, button }: Doorway, of: IntendedStop): Promise<boolean> {
  const isShown = random() < 0.85
  await press(button(isShown ? 'Yes' : 'No'), () => void (of.answers.identified = isShown))
  return isShown
}

async function collect({ page, random, press, button, option }: Doorway, of: IntendedStop): Promise<void> {
  const method = random() < 0.2 ? 'NONE' : random() < 0.5 ? 'CASH' : 'CARD'
  await press(option({ NONE: 'Not paid', CASH: 'Cash', CARD: 'Card' }[method]))
  let amount = '0.00'
  let reason: string | null = null
  if (method === 'NONE') {
    reason = 'Paid already'
    await press(option(reason))
  } else {
    amount = random() < 0.7 ? '24.90' : '20.00'
    await page.getByLabel('Amount').fill(amount)
    if (amount === '20.00') await page.getByLabel('Why another amount?').fill((reason = 'No change'))
  }
  await press(button('Save'), () => void (of.answers.collected = { amount, currency: 'USD', method, reason }))
}

async function askCode({ codeOf, page, random, press, button }: Doorway, of: IntendedStop): Promise<void> {
  const field = page.getByLabel('Code', { exact: true })
  const right = codeOf(of)
  if (random() < 0.3) {
    await field.fill(right === '0000' ? '0001' : '0000')
    await press(button('Check'))
    await page.getByText('That isn’t the code.').waitFor()
  }
  if (random() < 0.2) {
    const reason = 'Customer has no code'
    await press(button(reason), () => void (of.answers.code = { matched: false, reason }))
    return
  }
  await field.fill(right)
  await press(button('Check'), () => void (of.answers.code = { matched: true, reason: null }))
}
