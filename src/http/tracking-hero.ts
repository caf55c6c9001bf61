// The top of the tracking page: when the delivery arrives, or how it ended, as the largest text of the page.
import { calendarOf } from '../app/calendar.ts'
import type { Tracking } from '../app/customers/tracking/read-tracking.ts'
import { straightLineMeters } from '../domain/geo/geo.ts'
import { inUnits, METERS_A_MILE, symbolOf, US_FORMATS } from '../domain/formats.ts'
import { type Html, html } from '../domain/html.ts'
import type { CustomerWords } from '../domain/customer-words/words.ts'
import {
  dateInWords,
  shortDate,
  timeInWords,
  type TimePart,
  timeParts,
  timeRangeParts,
  windowInWords,
} from '../domain/time-words.ts'

/** A heading in two sizes. Without a time, `hero` is a sentence and stands alone. */
interface Heading {
  said: string | null
  hero: string | readonly TimePart[]
}

export const trackingHero = (tracking: Tracking, now: Date, token: string, words: CustomerWords): Html => {
  const { said, hero } = heading(tracking, now, words)
  return html`${bar(tracking, now, words)}
<h1>${said === null ? null : html`<span class="said">${said}</span> `}<span class="${typeof hero === 'string' ? 'words' : 'time'}">${typeof hero === 'string' ? hero : hero.map(timePart)}</span></h1>
${detail(tracking, words).map((sentence) => html`<p>${sentence}</p>`)}
${partialItemsSection(tracking, words)}
${tracking.again ? html`<p><a class="button" href="${tracking.again.path}">${words.page.deliveryOn(dateInWords(tracking.again.day, words))}</a></p>` : null}
${tracking.mayChoose ? html`<p><a class="button" href="/t/${token}/days">${words.page.chooseAnotherDay}</a></p>` : null}`
}

const timePart = ({ text, small }: TimePart): Html => (small ? html`<small>${text}</small>` : html`${text}`)

/** Returns the bar above the heading, which reports a failure or a delay. Null if there is neither. */
function bar(tracking: Tracking, now: Date, words: CustomerWords): Html | null {
  const { status, finishedAt, reason, planned, arrival, business } = tracking
  if (status === 'FAILED' && finishedAt) {
    const at = timeInWords(finishedAt, business.timeZone, words)
    const on = dayOf(finishedAt, business.timeZone)
    const when = on === dayOf(now, business.timeZone) ? at : words.page.timeOn(at, shortDate(on, words))
    return html`<p class="bar bad">${words.page.failedAt(when)}.${reason ? ` ${ended(`${reason}.`)}` : null}</p>`
  }
  if (!arrival || !planned) return null
  const was = timeRangeParts(planned.from, planned.to, business.timeZone, words)
  return html`<p class="bar">${ended(words.page.late(was.map(({ text }) => text).join('')))}</p>`
}

function heading(tracking: Tracking, now: Date, words: CustomerWords): Heading {
  const { status, arrival, business, finishedAt, day, next, planned } = tracking
  const { page } = words
  const today = dayOf(now, business.timeZone)
  const dayInWords = (of: string) => (of === today ? page.today : page.on(shortDate(of, words)))
  const sentence = (hero: string): Heading => ({ said: null, hero })
  if (status === 'CANCELLED') return sentence(page.cancelled)
  if (status === 'FAILED') return afterFailure(tracking, words)
  if (finishedAt)
    return {
      said: page.deliveredAt(dayInWords(dayOf(finishedAt, business.timeZone))),
      hero: timeParts(finishedAt, business.timeZone, words),
    }
  if (tracking.step === 'OUT_FOR_DELIVERY' && !arrival) return sentence(page.atYourAddress)
  if (arrival) {
    const before = next ? page.nextArriving : planned ? page.nowArriving : page.arriving
    return {
      said: before(dayInWords(dayOf(arrival.from, business.timeZone))),
      hero: timeRangeParts(arrival.from, arrival.to, business.timeZone, words),
    }
  }
  if (tracking.postponed) return sentence(page.postponed)
  if (tracking.passedBy || day < today) return sentence(page.beingArranged)
  return ofWindow(page.plannedFor(dateInWords(day, words)), tracking.windows, words)
}

function afterFailure({ again, mayChoose }: Tracking, words: CustomerWords): Heading {
  const { page } = words
  if (again) return ofWindow(page.tryAgain(dateInWords(again.day, words)), again.windows, words)
  return { said: null, hero: mayChoose ? page.chooseForDelivery : page.contactToArrange }
}

/** The day, with the booked window as the largest text if there is one. */
function ofWindow(said: string, windows: Tracking['windows'], words: CustomerWords): Heading {
  const [window, other] = windows
  if (!window?.start || !window.end || other) return { said: null, hero: said }
  const at = (time: string) => new Date(`1970-01-01T${time}:00Z`)
  return { said, hero: timeRangeParts(at(window.start), at(window.end), 'UTC', words) }
}

function detail(tracking: Tracking, words: CustomerWords): readonly string[] {
  const { status, step, next, windows, stopsBefore } = tracking
  const { page } = words
  if (status === 'CANCELLED') return [tracking.again ? page.plannedAgain : page.nothingComes]
  if (status === 'DELIVERED') return [tracking.leftWhere ? ended(page.leftWhere(tracking.leftWhere)) : page.arrived]
  if (status === 'FAILED') return []
  if (tracking.postponed || tracking.passedBy)
    return [tracking.postponed && tracking.mayChoose ? page.chooseNewDay : page.arranging]
  if (next) return [onTheWay(tracking, words)]
  if (step === 'OUT_FOR_DELIVERY')
    return [`${stopsBefore ? page.stopsBefore(stopsBefore) : page.onTheRoute} ${page.rangeNarrows}`]
  const window = windowInWords(windows, words)
  if (!window) return [step === 'SCHEDULED' ? page.scheduled : page.received]
  if (tracking.arrival || windows.length > 1 || !windows[0]?.start || !windows[0].end) return [page.yourWindow(window)]
  return [page.booked]
}

/** Removes the second of two periods at the end, because a text that a person typed may already end with a period. */
const ended = (sentence: string): string => (sentence.endsWith('..') ? sentence.slice(0, -1) : sentence)

const partialItemsSection = ({ notInFull: items }: Tracking, { page }: CustomerWords): Html | null =>
  items.length > 0
    ? html`<p>${page.notInFull}</p>
<ul>${items.map(({ name, quantity, delivered }) => html`<li>${page.partOf(delivered, quantity, name)}</li>`)}</ul>`
    : null

/** Includes the distance, so that customers don't need the map. */
function onTheWay(tracking: Tracking, words: CustomerWords): string {
  const { driverFirstName, arrival, driverAt, destination, business } = tracking
  const { page } = words
  const driver = driverFirstName ?? page.theDriver
  if (!arrival) return page.hasArrived(driver)
  if (!driverAt || !destination) return page.onTheWay(driver)
  const far = distanceIn(words, straightLineMeters(driverAt, destination))
  const away = far < 0.1 ? page.lessThan(tenths(words, 0.1)) : page.about(tenths(words, far))
  return page.onTheWayAway(driver, away, timeInWords(driverAt.at, business.timeZone, words))
}

const unitsOf = ({ formats = US_FORMATS }: CustomerWords) => formats.units

const distanceIn = (words: CustomerWords, meters: number): number =>
  inUnits(unitsOf(words), 'distance', meters / METERS_A_MILE)

const tenths = (words: CustomerWords, distance: number): string =>
  new Intl.NumberFormat(words.locale, {
    style: 'unit',
    unit: symbolOf(unitsOf(words), 'distance') === 'km' ? 'kilometer' : 'mile',
    unitDisplay: 'long',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(distance)

const dayOf = (instant: Date, timeZone: string): string => calendarOf(timeZone).dayOf(instant)
