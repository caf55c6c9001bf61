// Drives the simulated days of test sides up to the time on their clocks.
import { driveTestDays } from '../app/operations/test-days/drive-test-days.ts'
import type { Job } from './runner.ts'

export const driveTestDaysJob: Job = { name: 'test-days', everyMs: 500, run: driveTestDays }
