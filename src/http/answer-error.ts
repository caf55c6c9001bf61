// Sends an error response, and logs errors that operators must fix.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app/context.ts'
import { SolverLost } from '../app/ports/solver.ts'
import type { Dictionary } from '../texts/dictionary.ts'
import { noteErrorCode } from './call-log.ts'
import { MISDIRECTED, nameInstallation } from './installations/moved.ts'
import { internalErrorBody, errorAnswer } from './errors.ts'

/** Errors that only operators can fix. The caller can only wait, so these errors are logged. */
const MENDED_BY_OPERATORS = new Set(['DISK_FULL', 'FILES_UNREACHABLE'])

export function answerError(
  app: App,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  dictionary?: Dictionary,
): FastifyReply {
  const answer = errorAnswer(error, dictionary)
  if (!answer) app.log.error({ request_id: request.id, err: error }, 'bug')
  const body = answer?.body ?? internalErrorBody(request.method, dictionary)
  if (MENDED_BY_OPERATORS.has(body.details.code))
    app.log.error({ request_id: request.id, err: error }, 'what the server keeps its data on fails')
  if (error instanceof SolverLost) app.log.error({ request_id: request.id, err: error }, 'a solve was lost')
  noteErrorCode(request, body.details.code)
  if (answer?.retryAfterSeconds !== undefined) void reply.header('Retry-After', answer.retryAfterSeconds)
  if (body.statusCode === 401) void reply.header('WWW-Authenticate', 'Bearer')
  const send = (status: number) => reply.code(status).header('X-Request-Id', request.id).send(body)
  if (app.directory === null || body.details.code !== 'BUSINESS_MOVED') return send(body.statusCode)
  void nameInstallation(app, app.directory, request, reply).then((isMisdirected) =>
    send(isMisdirected ? MISDIRECTED : body.statusCode),
  )
  return reply
}
