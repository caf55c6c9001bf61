// Structured logs. Callers log patterns and ids, never keys, tokens, secrets or link tokens; what slips in is redacted.
import { type LoggerOptions, pino } from 'pino'
import type { Log } from '../../app/ports/log.ts'

/** `destination` takes the lines in place of standard output. */
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

/** No other fields: the database's quote the rows it refused, a mail server's the recipients. */
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
