// Ways along the roads for routes that were built or changed, so that maps can draw them.
import { drawDue } from '../app/routes/ways.ts'
import type { Job } from './runner.ts'

export const drawRoutesJob: Job = { name: 'draw-routes', everyMs: 2_000, run: drawDue }
