// Streaming responses: server-sent events for changes, and JSON lines for work with progress.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Screen } from '../../app/routes/day/changes.ts'
import type { At, DataOf, ServedInOffice } from '../../contract/endpoint.ts'
import type { Exchange } from '../serve.ts'
import { internalErrorBody, errorAnswer } from '../errors.ts'
import { dictionaryOf } from './language.ts'
import { endInFlight } from '../in-flight.ts'

/**
 * Heartbeat interval. After a longer silence, screens assume that the server is down, and proxies close the connection.
 */
const BEAT_MS = 2_000

/** Sends one event per change until the browser disconnects, the session ends or the server closes. Resolves then. */
export function streamChanges(
  request: FastifyRequest,
  reply: FastifyReply,
  watch: (screen: Pick<Screen, 'onChange' | 'onEnd'>) => () => void,
  closing: AbortSignal,
): Promise<void> {
  open(reply, 'text/event-stream')
  endInFlight(request)
  const end = (): void => void reply.raw.end()
  const stop = watch({ onChange: () => send(reply, 'event: change\ndata: {}\n\n'), onEnd: end })
  const beat = setInterval(() => send(reply, 'event: beat\ndata: {}\n\n'), BEAT_MS)
  closing.addEventListener('abort', end)
  return new Promise((ended) => {
    reply.raw.once('close', () => {
      clearInterval(beat)
      stop()
      closing.removeEventListener('abort', end)
      ended()
    })
  })
}

type Lines = ServedInOffice & { office: { line: z.ZodType } }

/**
 * Sends a line for each progress message, and a last line with `data` or `error`. The signal aborts when the browser
 * disconnects.
 */
export async function streamLines<E extends Lines>(
  _literal: E,
  { app, request, reply }: Exchange,
  work: (say: (line: z.input<E['office']['line']>) => void, signal: AbortSignal) => Promise<DataOf<At<E, 'office'>>>,
): Promise<FastifyReply> {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  open(reply, 'application/x-ndjson')
  const write = (line: unknown) => send(reply, `${JSON.stringify(line)}\n`)
  try {
    write({ data: await work(write, gone.signal) })
  } catch (error) {
    const dictionary = dictionaryOf(request)
    const answer = errorAnswer(error, dictionary)
    if (!answer) app.log.error({ request_id: request.id, err: error }, 'bug')
    write({ error: answer?.body ?? internalErrorBody(request.method, dictionary) })
  }
  reply.raw.end()
  return reply
}

/**
 * Closes the connection if its buffer is full, because the reader has stalled and all further data would stay in
 * memory.
 */
function send({ raw }: FastifyReply, text: string): void {
  if (raw.writableNeedDrain) raw.destroy()
  else raw.write(text)
}

function open(reply: FastifyReply, type: string): void {
  reply.hijack()
  reply.raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'Content-Type': `${type}; charset=utf-8`,
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
  })
  reply.raw.flushHeaders()
}
