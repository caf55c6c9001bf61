// One request to a text provider over HTTP, and what no answer, or a bad one, says of the text.
import { MAX_SEND_MS } from '../../app/ports/messages.ts'
import type { SendResult } from '../../domain/messages/message.ts'
import { outlasting } from '../../domain/outlasting.ts'
import { boundedBody } from '../bounded-body.ts'

const TIMEOUT_MS = 15_000
const MAX_ANSWER_BYTES = 256 * 1024

outlasting(MAX_SEND_MS, TIMEOUT_MS, 'the longest time of a message')

/** Nothing was sent when the connection was never made. */
const NEVER_CONNECTED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT']

/** `read` says what a good answer means, and picks the words of the fault from a bad one. */
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

/** What a status other than 2xx says of the text. */
export function refusal(name: string, status: number, fault: string | null): SendResult {
  const error = `${name} answered ${status}${fault ? `: ${fault}` : ''}`
  if (status === 429 || status === 503) return { kind: 'not_sent', error }
  return status < 500 ? { kind: 'refused', error } : { kind: 'unknown', error }
}

/** The JSON of an answer as far as it is an object; otherwise empty. */
export function objectOf(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

export const textOr = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** A number that may be written as text; null when it is none. */
export function numberOr(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}
