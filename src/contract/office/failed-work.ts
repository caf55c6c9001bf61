// What Roundsman tries again and again for the business, and fails at through no fault of the business.
import type { WatchedJob } from '../../domain/jobs/failed-work.ts'
import { officeEndpoint } from './endpoint.ts'

export interface FailedWorkOut {
  /** Longest first, the first of them only. */
  failing: {
    job: WatchedJob
    since: string
    /** The route it is about, the reference of the delivery, or the file of the import. */
    route: { name: string; date: string } | null
    external_ref: string | null
    file_name: string | null
  }[]
}

export const readFailedWork = officeEndpoint({ method: 'GET', path: '/failed-work', role: 'VIEWER' })
