// Notifications to drivers' phones that are due.
import { sendDuePushes } from '../app/driving/send-pushes.ts'
import type { Job } from './runner.ts'

export const sendPushesJob: Job = { name: 'send-pushes', everyMs: 5_000, run: sendDuePushes }
