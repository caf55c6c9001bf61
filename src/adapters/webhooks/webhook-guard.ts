// Determines the allowed targets of webhooks: which URLs, and which addresses their hosts may have
// (docs/spec/webhooks.md#where-webhooks-may-go).
import { type PlainSentence } from '../../texts/text.ts'
import dns from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/** Returns all addresses of a name. Throws if there are none. */
export type Resolve = (host: string) => Promise<string[]>

const SAVE_LOOKUP_MS = 3_000
const HTTPS_PORT = 443
const HTTP_PORT = 80

export interface Guard {
  /**
   * Returns why an endpoint may not have this URL, or null. Resolves the host. A name that can't be resolved is
   * allowed.
   */
  urlFault(url: string): Promise<PlainSentence | null>
  /**
   * Returns why this URL may not be called, judged by the URL alone. Doesn't check the addresses of a name. Null if it
   * may be called.
   */
  plainFault(url: URL): PlainSentence | null
  /** Lookup for connections. Returns the addresses of a name only if all of them are allowed. */
  lookup: LookupFunction
}

/**
 * Creates a guard. `allowPrivate` allows http and private addresses. `resolve` replaces both resolvers. When an
 * endpoint is saved, the operating system resolves its name, as the operator sees names. Attempts query the name
 * servers directly, because the system's resolver occupies one of a few shared threads for as long as a slow server
 * takes.
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

/** Returns the host as normalized by the URL parser, without the brackets of an IPv6 address. */
const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1')

const systemResolve: Resolve = async (host) => (await dns.lookup(host, { all: true })).map(({ address }) => address)

const networkResolve: Resolve = async (host) => {
  // Created for each lookup, so that a change of the machine's name servers takes effect.
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
