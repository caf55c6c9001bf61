// Lists work that fails for the business, for its office.
import { dayToWire } from '../../../contract/fields.ts'
import type { FailedWorkOut } from '../../../contract/office/failed-work.ts'
import { failingWork } from '../../../store/jobs/failed-work.ts'
import type { Context } from '../../context.ts'

const SHOWN = 3

export const readFailedWork = (ctx: Context): Promise<FailedWorkOut> =>
  ctx.read(async (tx) => ({
    failing: (await failingWork(tx, ctx.now, SHOWN)).map(({ job, since, route, externalRef, fileName }) => ({
      job,
      since: since.toISOString(),
      route: route && { name: route.name, date: dayToWire(route.day) },
      external_ref: externalRef,
      file_name: fileName,
    })),
  }))
