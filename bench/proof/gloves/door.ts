// The driver's actions at a door before the outcome: choosing further deliveries, answering the checks of each delivery, taking
// photos, writing a note, and choosing where the goods are left.
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

export function newDoor(glove: Glove, meaning: IntendedState, codeOf: (stop: IntendedStop) => string): Door {
  const { page, random, press, button } = glove
  const primary = page.locator('.actions .primary')
  const option = (text: string) => page.locator('fieldset.reasons label', { hasText: text })
  return { around, photograph, sign, answer, chosen }

  async function around(stop: IntendedStop): Promise<void> {
    if (random() < 0.6) await chooseOthers()
    if (random() < 0.15) {
      await photograph(stop)
      if (random() < 0.6) await removePhoto(stop)
    }
    if (random() < 0.15) await glove.turn()
    if (random() < 0.15) await sign(stop)
    if (random() < 0.2) await damage(stop)
    if (random() < 0.2) await write(stop)
    if (random() < 0.2) {
      stop.draft.left = random() < 0.8 ? (LEAVING_PLACES[random() < 0.5 ? 0 : 1] ?? null) : null
      await page.getByLabel('Left where').selectOption(stop.draft.left ?? '')
    }
  }

  async function chooseOthers(): Promise<void> {
    const boxes = page.locator('fieldset.together label')
    for (let i = 0; i < (await boxes.count()); i++) {
      const box = boxes.nth(i)
      const isMeant = !(await box.locator('input').isChecked())
      await press(box)
      if ((await box.locator('input').isChecked()) !== isMeant)
        throw new Error(`selected to be finished together: ${!isMeant}, but ${isMeant} was tapped`)
    }
  }

  async function chosen(): Promise<IntendedStop[]> {
    const labels = await page.locator('fieldset.together label:has(input:checked)').allTextContents()
    return labels.flatMap((label) => meaning.stops.find(({ customer }) => label.includes(`${customer} ·`)) ?? [])
  }

  async function photograph(stop: IntendedStop): Promise<void> {
    const all = [stop, ...(await chosen())]
    await glove.photograph()
    for (const one of all) one.photos++
  }

  async function sign(stop: IntendedStop): Promise<void> {
    const all = [stop, ...(await chosen())]
    await press(button(/^(Get signature|Signature|Signed ✓)$/))
    await glove.draw()
    await press(button('Save signature'), () => {
      for (const one of all) one.signatures++
    })
    await page.locator('.card h2', { hasText: stop.line1 }).waitFor()
  }

  /** Reports a damaged box with a photo. A second tap counts another box, and the screen shows the count. */
  async function damage(stop: IntendedStop): Promise<void> {
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
  async function removePhoto(stop: IntendedStop): Promise<void> {
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

  async function write(stop: IntendedStop): Promise<void> {
    const field = page.locator('details.note textarea')
    if (!(await field.isVisible())) await press(page.locator('details.note summary'))
    if (!(await field.isVisible())) await page.locator('details.note summary').tap()
    stop.draft.note = `Note ${Math.floor(random() * 1000)}`
    await field.fill(stop.draft.note)
  }

  async function answer(stop: IntendedStop): Promise<IntendedStop | null> {
    for (;;) {
      await glove.settled()
      const said = (await primary.textContent()) ?? ''
      if (said.startsWith('Delivered')) return null
      // The office removed the stop. The arrival was not saved, and the phone lost reception before it got the new
      // route.
      if (said.startsWith('Arrived')) await press(primary, () => intend(meaning, 'ARRIVE', stop))
      else if (await page.locator('label.primary').isVisible()) await photograph(stop)
      else if (said.startsWith('Get signature')) await sign(stop)
      else {
        const of = meaning.stops.find(({ customer }) => said.endsWith(`: ${customer}`)) ?? stop
        await press(primary)
        if (random() < 0.1) await (random() < 0.5 ? glove.back() : glove.reload())
        else if (said.startsWith('Collect')) await collect(of)
        else if (said.startsWith('Ask')) await askCode(of)
        else if (!(await identify(of))) return of
      }
    }
  }

  async function identify(of: IntendedStop): Promise<boolean> {
    const isShown = random() < 0.85
    await press(button(isShown ? 'Yes' : 'No'), () => void (of.answers.identified = isShown))
    return isShown
  }

  async function collect(of: IntendedStop): Promise<void> {
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

  async function askCode(of: IntendedStop): Promise<void> {
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
}
