// Where webhooks may go: which URLs, and which addresses their hosts may have (docs/spec/webhooks.md#where-webhooks-may-go).
import { type PlainSentence } from '../../texts/text.ts'
import dns from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/** Every address of a name; throws when there is none. */
export type Resolve = (host: string) => Promise<string[]>

const SAVE_LOOKUP_MS = 3_000
const HTTPS_PORT = 443
const HTTP_PORT = 80

export interface Guard {
  /** Why an endpoint may not have this URL, or null; resolves the host, and a name that does not resolve passes. */
  urlFault(url: string): Promise<PlainSentence | null>
  /** Why this URL may not be called, as far as it says itself: all but the addresses of a name. */
  plainFault(url: URL): PlainSentence | null
  /** For connecting: hands out a name's addresses only when every one is allowed. */
  lookup: LookupFunction
}

/**
 * `allowPrivate` lets http and private addresses pass; `resolve` replaces both resolvers. When an endpoint is saved
 * the operating system resolves, as its operator sees names. Attempts ask the name servers directly, because the
 * system's resolver takes a thread of a few shared ones for as long as a slow server likes.
 */
export function makeGuard({ allowPrivate, resolve }: { allowPrivate: boolean; resolve?: Resolve }): Guard {
  const atSave = resolve ?? systemResolve
  const atAttempt = resolve ?? (allowPrivate ? systemResolve : networkResolve)

  const plainFault = (url: URL): PlainSentence | null => {
    const plainHttp = allowPrivate && url.protocol === 'http:'
    if (url.protocol !== 'https:' && !plainHttp) return 'must use https'
    if (url.username !== '' || url.password !== '') return 'must not contain a user name or password'
    const port = url.port === '' ? (plainHttp ? HTTP_PORT : HTTPS_PORT) : Number(url.port)
    if (port !== HTTPS_PORT && port < 1024 && !(plainHttp && port === HTTP_PORT))
      return 'must use port 443 or one from 1024 up'
    const host = hostOf(url)
    return isIP(host) && !allowPrivate && !isPublicAddress(host) ? NOT_PUBLIC : null
  }

  return {
    plainFault,
    urlFault: async (text) => {
      if (!URL.canParse(text)) return 'must be an https URL'
      const url = new URL(text)
      const fault = plainFault(url)
      if (fault || allowPrivate || isIP(hostOf(url))) return fault
      const addresses = await Promise.race([atSave(hostOf(url)).catch(() => []), after(SAVE_LOOKUP_MS, [])])
      return addresses.every(isPublicAddress) ? null : NOT_PUBLIC
    },
    lookup: (host, options, callback) => {
      atAttempt(host).then(
        (addresses) => {
          if (!allowPrivate && !addresses.every(isPublicAddress))
            return callback(new Error(`the host ${NOT_PUBLIC}`), '')
          const all = addresses.map((address) => ({ address, family: isIP(address) }))
          const [first] = all
          if (!first) callback(new Error('the host has no address'), '')
          else if (options.all) callback(null, all)
          else callback(null, first.address, first.family)
        },
        (error: NodeJS.ErrnoException) => callback(error, ''),
      )
    },
  }
}

const NOT_PUBLIC = 'must have public addresses only'

/** The host as the URL parser normalised it, an IPv6 address without its brackets. */
const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1')

const systemResolve: Resolve = async (host) => (await dns.lookup(host, { all: true })).map(({ address }) => address)

const networkResolve: Resolve = async (host) => {
  // Made each time, so that a change of the machine's name servers is followed.
  const resolver = new dns.Resolver({ timeout: 2_000, tries: 2 })
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  if (addresses.length > 0) return addresses
  throw answers[0].status === 'rejected' ? answers[0].reason : new Error('the host has no address')
}

const after = <T>(ms: number, value: T): Promise<T> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(value), ms).unref()
  })
