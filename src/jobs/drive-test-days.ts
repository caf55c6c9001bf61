// The simulated days of test sides, each as far as its clock is.
import { driveTestDays } from '../app/operations/test-days/drive-test-days.ts'
import type { Job } from './runner.ts'

export const driveTestDaysJob: Job = { name: 'test-days', everyMs: 500, run: driveTestDays }
