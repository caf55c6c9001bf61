// Structured logs. Callers log patterns and ids, never keys, tokens, secrets or link tokens; what slips in is redacted.
import { pino } from 'pino'
import type { Log } from '../app/ports.ts'

export const openLog = (level: string): Log =>
  pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: [
      'authorization',
      'secret',
      'token',
      'api_key',
      'password',
      '*.authorization',
      '*.secret',
      '*.token',
      '*.api_key',
    ],
  })
