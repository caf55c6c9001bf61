// The report of a range of days: deliveries per day and per driver, and the reasons for failures.
import type { REPORT_PARTS } from '../../../contract/office/reports.ts'
import type { Figures, ReportOut } from '../../../contract/reports.ts'
import { dayFromWire, dayToWire } from '../../../contract/fields.ts'
import { dayInFigures, type Formats, inUnits, METERS_A_MILE, symbolOf, type Units } from '../../../domain/formats.ts'
import { type CsvCell, csvLine } from '../../../domain/imports/csv-line.ts'
import { exactAmount } from '../../../domain/routes/door-checks.ts'
import { messageSums } from '../../../store/messages/message-sums.ts'
import { attemptSums, collectedSums, failureSums, type RouteSums, routeSums } from '../../../store/routes/report.ts'
import { findOnTimeGoal } from '../../../store/settings/businesses.ts'
import { handInsOf } from '../../../store/routes/hand-ins.ts'
import type { Context } from '../../context.ts'

/** Drivers may enter their own reasons, so only the most frequent ones are listed. */
const MAX_REASONS = 100

export interface Range {
  from: string
  to: string
}

export async function readReport(ctx: Context, { from, to }: Range): Promise<ReportOut> {
  const begin = ctx.calendar.instantOf(from, '00:00')
  const end = ctx.calendar.instantOf(ctx.calendar.addDays(to, 1), '00:00')
  const { sums, failures, attempts, collected, messages, goal } = await ctx.stale('minute').read(async (tx) => ({
    sums: await routeSums(tx, { from, to }),
    failures: await failureSums(tx, { from, to }, MAX_REASONS),
    attempts: await attemptSums(tx, { from, to }),
    collected: await collectedSums(tx, { from, to }),
    messages: await messageSums(tx, begin, end),
    goal: await findOnTimeGoal(tx),
  }))
  const byDay = Map.groupBy(sums, ({ day }) => day)
  const byDriver = [...Map.groupBy(sums, ({ driverId }) => driverId)].toSorted(([, [a]], [, [b]]) => byName(a, b))
  return {
    from: dayToWire(from),
    to: dayToWire(to),
    days: daysOf(ctx, from, to).map((day) => ({ date: dayToWire(day), ...figures(byDay.get(day) ?? []) })),
    drivers: byDriver.map(([driverId, own]) => ({
      driver_uuid: driverId,
      name: own[0]?.driverName ?? null,
      ...figures(own),
    })),
    failures,
    attempts,
    collected: collected.map(({ day, driverId, driverName, cash, check, card, ...sum }) => ({
      ...sum,
      date: dayToWire(day),
      driver_uuid: driverId,
      name: driverName,
      cash: exactAmount(cash, sum.currency) ?? cash,
      check: exactAmount(check, sum.currency) ?? check,
      card: exactAmount(card, sum.currency) ?? card,
    })),
    messages: messages.map(({ price, ...sent }) => ({
      ...sent,
      price: sent.currency === null ? null : Math.round(price * 1e4) / 1e4,
    })),
    totals: figures(sums),
    on_time_goal: goal,
  }
}

const byName = (a?: RouteSums, b?: RouteSums): number =>
  Number(!a?.driverName) - Number(!b?.driverName) || (a?.driverName ?? '').localeCompare(b?.driverName ?? '', 'en-US')

function daysOf({ calendar }: Context, from: string, to: string): string[] {
  const days = [from]
  // The loop never asks for the day after `to`, because the last day that the calendar supports has no next day.
  for (let day = from; day < to; days.push(day)) day = calendar.addDays(day, 1)
  return days
}

function figures(sums: readonly RouteSums[]): Figures {
  const total = (read: (sum: RouteSums) => number): number => sums.reduce((all, sum) => all + read(sum), 0)
  const rated = total((s) => s.rated)
  const rounded = (value: number): number => Math.round(value * 10) / 10
  return {
    routes: total((s) => s.routes),
    delivered: total((s) => s.delivered),
    failed: total((s) => s.failed),
    skipped: total((s) => s.skipped),
    windowed: total((s) => s.windowed),
    on_time: total((s) => s.onTime),
    timed_routes: total((s) => s.timedRoutes),
    planned_minutes: Math.round(total((s) => s.plannedSeconds) / 60),
    actual_minutes: Math.round(total((s) => s.actualSeconds) / 60),
    measured_routes: total((s) => s.measuredRoutes),
    planned_miles: rounded(total((s) => s.plannedMeters) / METERS_A_MILE),
    driven_miles: rounded(total((s) => s.drivenMeters) / METERS_A_MILE),
    rated,
    stars: meanStars({ rated, stars: total((s) => s.stars) }),
  }
}

/** Returns the mean rating with two decimals, or null without ratings. `stars` is the sum of the ratings. */
export const meanStars = ({ rated, stars }: Pick<RouteSums, 'rated' | 'stars'>): number | null =>
  rated > 0 ? Math.round((100 * stars) / rated) / 100 : null

export const onTimePercent = ({ windowed, on_time }: Pick<Figures, 'windowed' | 'on_time'>): number | null =>
  windowed > 0 ? Math.round((1000 * on_time) / windowed) / 10 : null

const figureColumns = ({ units }: Formats): Record<string, (of: Figures) => CsvCell> => ({
  Routes: (f) => f.routes,
  Delivered: (f) => f.delivered,
  Failed: (f) => f.failed,
  Skipped: (f) => f.skipped,
  'Delivered with a window': (f) => f.windowed,
  'On time': (f) => f.on_time,
  'On time (%)': onTimePercent,
  'Routes timed': (f) => f.timed_routes,
  'Minutes planned': (f) => f.planned_minutes,
  'Minutes actual': (f) => f.actual_minutes,
  'Routes measured': (f) => f.measured_routes,
  [`Distance planned (${symbolOf(units, 'distance')})`]: (f) => distanceIn(units, f.planned_miles),
  [`Distance driven (${symbolOf(units, 'distance')})`]: (f) => distanceIn(units, f.driven_miles),
  Ratings: (f) => f.rated,
  'Mean rating (1 to 5)': (f) => f.stars,
})

const distanceIn = (units: Units, miles: number): number => Math.round(inUnits(units, 'distance', miles) * 10) / 10

/**
 * Returns one table of the report as CSV with totals last.
 */
export async function reportCsv(
  ctx: Context,
  { part, ...range }: Range & { part: (typeof REPORT_PARTS)[number] },
): Promise<string> {
  const { days, drivers, failures, attempts, collected, messages, totals } = await readReport(ctx, range)
  const handedIn = part === 'hand_ins' ? await ctx.stale('minute').read((tx) => handInsOf(tx, range)) : []
  const columns = figureColumns(ctx.formats)
  const rows = (first: string, of: readonly [CsvCell, Figures][]): CsvCell[][] => [
    [first, ...Object.keys(columns)],
    ...[...of, ['Total', totals] as const].map(([name, sums]) => [
      name,
      ...Object.values(columns).map((read) => read(sums)),
    ]),
  ]
  const tables = {
    days: () =>
      rows(
        'Day',
        days.map((day) => [dayInFigures(dayFromWire(day.date) ?? '', ctx.formats), day]),
      ),
    drivers: () =>
      rows(
        'Driver',
        drivers.map((driver) => [driver.name ?? 'No driver', driver]),
      ),
    failures: () => [
      ['Reason', 'Deliveries failed'],
      ...failures.map(({ reason, count }): CsvCell[] => [reason ?? 'No reason given', count]),
    ],
    attempts: () => [
      ['Attempt', 'Deliveries', 'Delivered', 'Failed'],
      ...attempts.map((one): CsvCell[] => [one.attempt, one.deliveries, one.delivered, one.failed]),
    ],
    collected: () => [
      ['Day', 'Driver', 'Currency', 'Cash', 'Check', 'Card', 'Deliveries', 'Not paid'],
      ...collected.map((one): CsvCell[] => [
        one.date,
        one.name ?? 'No driver',
        one.currency,
        one.cash,
        one.check,
        one.card,
        one.deliveries,
        one.unpaid,
      ]),
    ],
    hand_ins: () => [
      ['Day', 'Route', 'Driver', 'Confirmed', 'Currency', 'Cash expected', 'Cash counted', 'Not returned', 'Note'],
      ...handedIn.map(({ day, routeName, driverName, handIn }): CsvCell[] => [
        dayToWire(day),
        routeName,
        driverName ?? 'No driver',
        handIn.at,
        handIn.currency,
        handIn.expected,
        handIn.cash,
        handIn.missing.map(({ externalRef }) => externalRef).join(' '),
        handIn.note,
      ]),
    ],
    messages: () => [
      ['Channel', 'Message', 'Sent', 'Text segments', 'Price', 'Currency'],
      ...messages.map((one): CsvCell[] => [one.channel, one.kind, one.sent, one.segments, one.price, one.currency]),
    ],
  }
  return csvFile(tables[part]())
}

/** Begins with a byte order mark, by which spreadsheets detect UTF-8. */
export const csvFile = (rows: readonly CsvCell[][]): string => `\uFEFF${rows.map(csvLine).join('')}`
