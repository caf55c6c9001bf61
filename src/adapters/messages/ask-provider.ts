// Sends one request to a text provider over HTTP, and classifies a missing or negative response.
import { MAX_SEND_MS } from '../../app/ports/messages.ts'
import type { SendResult } from '../../domain/messages/message.ts'
import { timeoutLongerThan } from '../../domain/outlasting.ts'
import { boundedBody } from '../bounded-body.ts'

const TIMEOUT_MS = 15_000
const MAX_ANSWER_BYTES = 256 * 1024

timeoutLongerThan(MAX_SEND_MS, TIMEOUT_MS, 'the longest time of a message')

/** Errors for which no connection was established. The text was not sent, so a retry can't send it twice. */
const NEVER_CONNECTED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT']

/**
 * Sends a request. `read.sent` interprets a successful response, and `read.fault` extracts the message of a failed one.
 */
export async function askProvider(
  name: string,
  ask: (signal: AbortSignal) => Promise<Response>,
  read: { sent: (body: string) => SendResult; fault: (body: string) => string | null },
): Promise<SendResult> {
  try {
    const answer = await ask(AbortSignal.timeout(TIMEOUT_MS))
    const body = String(await boundedBody(answer, MAX_ANSWER_BYTES))
    return answer.ok ? read.sent(body) : refusal(name, answer.status, read.fault(body))
  } catch (error) {
    const code = (error as { cause?: { code?: string } } | null)?.cause?.code ?? ''
    const text = error instanceof Error ? error.message : String(error)
    return { kind: NEVER_CONNECTED.includes(code) ? 'not_sent' : 'unknown', error: `No answer from ${name}: ${text}` }
  }
}

/** Classifies a status other than 2xx. */
export function refusal(name: string, status: number, fault: string | null): SendResult {
  const error = `${name} answered ${status}${fault ? `: ${fault}` : ''}`
  if (status === 429 || status === 503) return { kind: 'not_sent', error }
  return status < 500 ? { kind: 'refused', error } : { kind: 'unknown', error }
}

/** Returns the JSON object in a response, or an empty object if there is none. */
export function objectOf(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

export const textOr = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Returns a number that may be written as text. Null if it is not a number. */
export function numberOr(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}
