// The report of a range of days by customer.
import { type CustomersOut, MAX_CUSTOMERS, MAX_CUSTOMERS_IN_FILE } from '../../../contract/reports.ts'
import { dayToWire } from '../../../contract/fields.ts'
import type { CsvCell } from '../../../domain/imports/csv-line.ts'
import { customerSums } from '../../../store/routes/report.ts'
import type { Context } from '../../context.ts'
import { csvFile, meanStars, onTimePercent, type Range } from './read-report.ts'

export const readCustomers = (ctx: Context, range: Range): Promise<CustomersOut> => read(ctx, range, MAX_CUSTOMERS)

async function read(ctx: Context, { from, to }: Range, most: number): Promise<CustomersOut> {
  const found = await ctx.stale('minute').read((tx) => customerSums(tx, { from, to }, most))
  return {
    from: dayToWire(from),
    to: dayToWire(to),
    customers: found.map(({ name, phone, delivered, failed, skipped, windowed, onTime, rated, stars }) => ({
      name,
      phone,
      delivered,
      failed,
      skipped,
      windowed,
      on_time: onTime,
      rated,
      stars: meanStars({ rated, stars }),
    })),
    count: found[0]?.count ?? 0,
  }
}

/** Returns the customers as CSV, at most `MAX_CUSTOMERS_IN_FILE`. */
export async function customersCsv(ctx: Context, range: Range): Promise<string> {
  const { customers } = await read(ctx, range, MAX_CUSTOMERS_IN_FILE)
  return csvFile([
    [
      'Customer',
      'Phone',
      'Delivered',
      'Failed',
      'Skipped',
      'Delivered with a window',
      'On time',
      'On time (%)',
      'Ratings',
      'Mean rating (1 to 5)',
    ],
    ...customers.map((one): CsvCell[] => [
      one.name ?? 'Data deleted',
      one.phone,
      one.delivered,
      one.failed,
      one.skipped,
      one.windowed,
      one.on_time,
      onTimePercent(one),
      one.rated,
      one.stars,
    ]),
  ])
}
