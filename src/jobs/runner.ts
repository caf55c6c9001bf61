// Runs jobs that look for due work. Each job polls in its own loop. The code that creates work also wakes its job
// early.
import type { App } from '../app/context.ts'
import type { JobName } from '../domain/jobs/job.ts'

export interface Job {
  name: JobName
  /** Maximum milliseconds between two polls. */
  everyMs: number
  /**
   * Does due work in limited batches. Returns true if there may be more at once. Safe to run in several processes.
   * After `stopping` is aborted, a long run starts no more work.
   */
  run(app: App, stopping?: AbortSignal): Promise<boolean>
}

const PAUSE_AFTER_ERROR_MS = 1_000

export interface JobRunner {
  wake(name: JobName): void
  /** Starts no further run, and waits for the running jobs. */
  stop(): Promise<void>
}

export function startJobs(app: App, jobs: readonly Job[]): JobRunner {
  const alarms = new Map<JobName, () => void>()
  const woken = new Set<JobName>()
  const stopping = new AbortController()

  const sleep = (name: JobName, ms: number) =>
    new Promise<void>((resolve) => {
      if (stopping.signal.aborted || woken.delete(name)) return resolve()
      const timer = setTimeout(resolve, ms)
      alarms.set(name, () => {
        clearTimeout(timer)
        resolve()
      })
    }).finally(() => alarms.delete(name))

  const loop = async (job: Job): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        woken.delete(job.name)
        if (await app.tracing.within(`job ${job.name}`, {}, () => job.run(app, stopping.signal))) continue
        await sleep(job.name, job.everyMs)
      } catch (error) {
        app.log.error({ err: error, job: job.name }, 'a job failed; it runs again shortly')
        await sleep(job.name, PAUSE_AFTER_ERROR_MS)
      }
    }
  }
  const loops = jobs.map(loop)

  return {
    wake: (name) => {
      const alarm = alarms.get(name)
      if (alarm) alarm()
      else woken.add(name)
    },
    stop: async () => {
      stopping.abort()
      for (const alarm of alarms.values()) alarm()
      await Promise.all(loops)
    },
  }
}
