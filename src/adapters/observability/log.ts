// Structured logs. Callers log patterns and IDs, never keys, tokens, secrets or link tokens. Accidental ones are
// redacted.
import { type LoggerOptions, pino } from 'pino'
import type { Log } from '../../app/ports/log.ts'

/** Opens the log. If `destination` is given, it receives the lines instead of standard output. */
export function openLog(level: string, destination?: { write(line: string): void }): Log {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: errorFields },
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
  }
  return destination ? pino(options, destination) : pino(options)
}

/** Omits all other fields: fields of database errors quote rejected rows, and those of mail servers the recipients. */
function errorFields(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { name, message, stack, cause } = error
  const { code } = error as { code?: unknown }
  return {
    type: name,
    message,
    stack,
    ...(code !== undefined && { code }),
    ...(cause !== undefined && { cause: errorFields(cause) }),
  }
}
