// When jobs last ran.
import type { JobName } from '../../domain/jobs/job.ts'
import type { SystemTx } from '../database.ts'

export async function tick(tx: SystemTx, job: JobName, now: Date): Promise<void> {
  await tx
    .insertInto('job_ticks')
    .values({ job, last_tick_at: now })
    .onConflict((conflict) => conflict.column('job').doUpdateSet({ last_tick_at: now }))
    .execute()
}

export async function lastTick(tx: SystemTx, job: JobName): Promise<Date | null> {
  const row = await tx.selectFrom('job_ticks').select('last_tick_at').where('job', '=', job).executeTakeFirst()
  return row?.last_tick_at ?? null
}
