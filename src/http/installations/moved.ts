// Names the installation that a business has moved to, for the proxy.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../app/context.ts'
import type { Directory } from '../../app/operations/installations/directory.ts'
import { INSTALLATION_HEADER } from '../../domain/installations.ts'
import { subjectOf } from './subject.ts'

/** Misdirected Request (RFC 9110, section 15.5.20). */
export const MISDIRECTED = 421

/**
 * Adds the header with the installation that the business has moved to, if that is known. Returns whether the proxy sent
 * the header with the request. If it did, it repeats a request that gets 421 at the other installation.
 */
export async function nameInstallation(
  app: Pick<App, 'log' | 'publicUrl' | 'secrets'>,
  directory: Directory,
  { url, headers }: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  const { authorization, cookie, [INSTALLATION_HEADER]: sent } = headers
  try {
    const installation = await directory.locateMoved(subjectOf(app, { url, authorization, cookie }))
    if (installation === null || installation === directory.name) return false
    void reply.header(INSTALLATION_HEADER, installation)
    return sent !== undefined
  } catch (error) {
    app.log.error({ err: error }, 'the installation of a moved business could not be found')
    return false
  }
}
