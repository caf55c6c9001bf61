// The session's cookie: for this host alone, unseen by scripts; over https under the prefix that browsers guard.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { SESSION_DAYS } from '../../app/sign-in/session.ts'

interface Named {
  name: string
  attributes: string
}

// Over plain http, on one's own machine, browsers refuse the guarded name.
const cookieFor = (publicUrl: string): Named =>
  publicUrl.startsWith('https:')
    ? { name: '__Host-roundsman', attributes: 'Path=/; HttpOnly; SameSite=Lax; Secure' }
    : { name: 'roundsman', attributes: 'Path=/; HttpOnly; SameSite=Lax' }

export function sessionToken(request: FastifyRequest, publicUrl: string): string | null {
  const { name } = cookieFor(publicUrl)
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('=', 2))
  const [, token] = pairs.find(([key]) => key === name) ?? []
  return token ?? null
}

export function setSessionCookie(reply: FastifyReply, publicUrl: string, token: string | null): void {
  const { name, attributes } = cookieFor(publicUrl)
  const age = token ? SESSION_DAYS * 86_400 : 0
  void reply.header('Set-Cookie', `${name}=${token ?? ''}; ${attributes}; Max-Age=${age}`)
}
