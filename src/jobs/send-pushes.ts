// Sends due notifications to drivers' phones.
import { sendDuePushes } from '../app/driving/send-pushes.ts'
import type { Job } from './runner.ts'

export const sendPushesJob: Job = { name: 'send-pushes', everyMs: 5_000, run: sendDuePushes }
