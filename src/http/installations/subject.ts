// Finds the parts of a request that show which business it belongs to: its path, its API key or its session.
import type { App } from '../../app/context.ts'
import { CODE_CHARACTERS } from '../../domain/business-code.ts'
import { tokenSubject } from '../../app/operations/installations/token-subject.ts'
import type { Subject, TokenKind } from '../../domain/installations.ts'
import { sessionTokenIn } from '../office/cookie.ts'

/** The groups are a link with its token, or an address with its UUID. */
const PATH =
  /^\/(?:(d\/home|[dtr])\/([A-Za-z0-9_-]{43})|(connect\/[a-z]+|files|brand|sign-in\/company)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}))(?![^/?])/i
const LINKS: Record<string, TokenKind> = { d: 'ROUTE', 'd/home': 'DRIVER_PAGE', t: 'TRACKING', r: 'RECEIPT' }
const CALLBACK = '/sign-in/company/callback?'
const KEY = /^Bearer +(rk_(?:live|test)_([A-Za-z0-9_-]{43}))$/i

const NOTHING: Subject = { foundBy: null, hint: null }

export interface RequestParts {
  /** Path and query. */
  url: string
  authorization: string | undefined
  cookie: string | undefined
}

export function subjectOf(
  { secrets, publicUrl }: Pick<App, 'secrets' | 'publicUrl'>,
  { url, authorization, cookie }: RequestParts,
): Subject {
  const [, link, token, address, id = ''] = PATH.exec(url) ?? []
  const linked = link === undefined ? undefined : LINKS[link]
  if (linked && token)
    return { foundBy: { kind: linked, value: secrets.hash(token).toString('base64url') }, hint: null }
  if (address) {
    const value = id.toLowerCase()
    if (address.startsWith('sign-in')) return { foundBy: null, hint: secrets.businessDigest(value) }
    const kind = address === 'files' ? 'FILE' : address === 'brand' ? 'LOGO' : 'CONNECTOR'
    return { foundBy: { kind, value }, hint: null }
  }
  if (url.startsWith(CALLBACK)) {
    const state = new URLSearchParams(url.slice(CALLBACK.length)).get('state')
    return state ? { foundBy: null, hint: state.slice(0, CODE_CHARACTERS) } : NOTHING
  }
  const [, key, coded] = authorization === undefined ? [] : (KEY.exec(authorization) ?? [])
  if (key && coded) return tokenSubject(secrets, 'KEY', key, coded)
  const session = cookie === undefined ? null : sessionTokenIn(cookie, publicUrl)
  return session ? tokenSubject(secrets, 'SESSION', session) : NOTHING
}
