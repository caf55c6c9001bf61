// Times at which each job last ran.
import type { JobName } from '../../domain/jobs/job.ts'
import type { SystemTx } from '../database.ts'

export async function tick(tx: SystemTx, job: JobName, now: Date): Promise<void> {
  await tx
    .insertInto('jobTicks')
    .values({ job, lastTickAt: now })
    .onConflict((conflict) => conflict.column('job').doUpdateSet({ lastTickAt: now }))
    .execute()
}

export async function lastTick(tx: SystemTx, job: JobName): Promise<Date | null> {
  const row = await tx.selectFrom('jobTicks').select('lastTickAt').where('job', '=', job).executeTakeFirst()
  return row?.lastTickAt ?? null
}
