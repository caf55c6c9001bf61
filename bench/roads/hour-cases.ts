// npm run bench street-hours -- --cases FILE
// Compares the reader of hours with the test cases of the package opening_hours. FILE is test/test.js of its repository
// (https://github.com/opening-hours/opening_hours.js), which is not part of the package.
import { readFileSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'
import { openingHoursReader } from '../../src/adapters/regions/opening-hours.ts'
import { isWithin } from '../../src/domain/planning/week-hours.ts'
import type { ConditionHours } from '../../src/roads/read/conditions.ts'
import { parseOptions } from '../given-options.ts'
import { requirePathOption } from '../path-given.ts'

const options = parseOptions({ cases: '' })
const file = requirePathOption('cases', options.cases, 'test/test.js of the repository of opening_hours')

interface Case {
  text: string
  from: Date
  to: Date
  /** Intervals in milliseconds. */
  open: readonly { from: number; to: number; isUnknown: boolean }[]
  /** Whether the hours are the same each week. */
  isWeekly: boolean
}

const STEP_MS = 15 * 60_000
const LONGEST_MS = 14 * 24 * 3_600_000
/** Roundsman reads these on purpose as other hours (docs/distances.md#hours-of-streets). */
const READ_OTHERWISE = /\b(?:PH|SH)\b|sun|dawn|dusk|^08:00-09:00; 10:00-12:00$/

const cases = casesOf(readFileSync(file, 'utf8'))
const compared = cases.filter(({ text }) => !READ_OTHERWISE.test(text))
const unread = new Set<string>()
let [read, wrong] = [0, 0]
for (const one of compared) {
  const hours = (await openingHoursReader(one.from))(one.text)
  if (hours === null) {
    unread.add(one.text)
    continue
  }
  read++
  const fault = faultOf(one, hours)
  if (fault === null) continue
  wrong++
  console.log(`  WRONG: ${one.text}: ${fault}`)
}
const others = cases.length - compared.length
console.log(`${cases.length} cases. ${others} with holidays, the sun or two rules for the same days are left out.`)
console.log(`${read} read: ${wrong} wrong. ${unread.size} texts are not read: ${[...unread].join(' | ')}`)
if (wrong > 0) process.exitCode = 1

/**
 * Returns the first difference. Certain hours must be open, and open hours must be possible. If the hours are the same each week,
 * they must be equal.
 */
function faultOf({ from, to, open, isWeekly }: Case, { certain, possible }: ConditionHours): string | null {
  const end = Math.min(to.getTime(), from.getTime() + LONGEST_MS)
  for (let at = from.getTime(); at < end; at += STEP_MS) {
    const date = new Date(at)
    const minute = ((date.getDay() + 6) % 7) * 1_440 + date.getHours() * 60 + date.getMinutes()
    const interval = open.find((each) => each.from <= at && at < each.to)
    const [isOpen, mayBeOpen] = [interval?.isUnknown === false, interval !== undefined]
    const [isCertain, isPossible] = [isWithin(certain, minute), isWithin(possible, minute)]
    const differs = isWeekly
      ? isCertain !== isOpen || isPossible !== mayBeOpen
      : isCertain > isOpen || mayBeOpen > isPossible
    if (differs) return `${date.toLocaleString('en')} is ${isOpen ? 'open' : mayBeOpen ? 'unknown' : 'closed'}`
  }
  return null
}

/** Runs the test file with objects in place of its modules, which collect the cases for the ordinary mode. */
function casesOf(source: string): Case[] {
  const found: Case[] = []
  type Interval = [from: string, to: string, isUnknown?: boolean]
  const addTest = (...[, texts, from, to, intervals, , , isWeekly, , , mode]: unknown[]): void => {
    const isOrdinary = mode === undefined || mode === 0
    if (!isOrdinary) return
    const open = (intervals as Interval[]).map(([start, end, isUnknown = false]) => {
      return { from: localDate(start).getTime(), to: localDate(end).getTime(), isUnknown }
    })
    for (const text of [texts].flat())
      if (typeof text === 'string')
        found.push({
          text,
          from: localDate(from),
          to: localDate(to),
          open,
          isWeekly: isWeekly === true,
        })
  }
  // Any other function or module does nothing and returns itself.
  const nothing: unknown = new Proxy(() => {}, {
    get: (_, key) => (key === 'sync' ? () => [] : nothing),
    apply: () => nothing,
  })
  const tests = new Proxy({}, { get: (_, key) => (key === 'addTest' ? addTest : () => {}) })
  const script = source.replace(/^#!.*/, '').replace('new opening_hours_test()', 'tests')
  const process = { argv: [], env: {}, exit: () => {} }
  runInContext(`(() => {${script}\n})()`, createContext({ tests, require: () => nothing, process, console, Date }))
  return found
}

/** Parses a local time, which the package's tests write in several ways. Some tests have a date instead. */
function localDate(time: unknown): Date {
  if (time instanceof Date) return time
  const text = String(time)
  if (text.endsWith('Z')) return new Date(text)
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = (text.match(/\d+/g) ?? []).map(Number)
  return new Date(year, month - 1, day, hour, minute)
}
