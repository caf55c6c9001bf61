// Fetches the route geometry of new and changed routes, so that maps can draw them.
import { fetchDueGeometry } from '../app/routes/route-geometry.ts'
import type { Job } from './runner.ts'

export const drawRoutesJob: Job = { name: 'draw-routes', everyMs: 2_000, run: fetchDueGeometry }
