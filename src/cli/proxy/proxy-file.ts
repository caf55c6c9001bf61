// Writes the configuration of a proxy in front of several installations from the operator's file.
import { type InstallationEntry, isProcessAddress } from '../installations-file.ts'
import { caddyFile } from './caddy.ts'
import { haproxyFile } from './haproxy.ts'
import { nginxFile } from './nginx.ts'
import type { ProxiedInstallation } from './site.ts'

export const PROXY_FILES = { nginx: nginxFile, haproxy: haproxyFile, caddy: caddyFile } as const
export type ProxyName = keyof typeof PROXY_FILES

const HOST = /^(?=.{1,220}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/
const FILE = /^\/[\w./+@-]+$/

export interface ProxyOptions {
  for: string | undefined
  host: string | undefined
  certificate: string | undefined
  key: string | undefined
}

/** Returns the proxy's configuration. Throws if an option is wrong, or if an entry has no addresses for the proxy. */
export function proxyFile(entries: readonly InstallationEntry[], options: ProxyOptions): string {
  const { for: proxy = '', host = '', certificate, key } = options
  if (!isProxy(proxy)) throw new Error(`--for must be one of: ${Object.keys(PROXY_FILES).join(', ')}`)
  if (!HOST.test(host)) throw new Error('--host must be the host name for all installations, in lower case.')
  for (const [name, file] of Object.entries({ certificate, key }))
    if (file !== undefined && !FILE.test(file)) throw new Error(`--${name} must be an absolute path without spaces.`)
  if (proxy === 'haproxy' && key !== undefined)
    throw new Error('HAProxy has no --key: the file of --certificate also has the key.')
  if (proxy !== 'haproxy' && (certificate === undefined) !== (key === undefined))
    throw new Error('--certificate and --key belong together.')
  const installations = entries.map(proxied)
  const [label] = host.split('.', 1)
  if (entries.some(({ name }) => name === label))
    throw new Error(`--host must not begin with ${label}, because this is the name of an installation.`)
  refuseRepeated(installations)
  return PROXY_FILES[proxy]({ host, installations, certificate: certificate ?? null, key: key ?? null })
}

const isProxy = (name: string): name is ProxyName => Object.hasOwn(PROXY_FILES, name)

function proxied({ name, url, web = [url], directory }: InstallationEntry, i: number): ProxiedInstallation {
  if (!web.every(isProcessAddress))
    throw new Error(`installations.${i}.web is missing: the addresses of the web processes of ${name} at their PORT.`)
  if (!directory)
    throw new Error(
      `installations.${i}.directory is missing: the addresses of the web processes of ${name} at their DIRECTORY_PORT.`,
    )
  return { name, web: web.map(hostAndPort), directory: directory.map(hostAndPort) }
}

function hostAndPort(address: string): string {
  const { hostname, port } = new URL(address)
  return `${hostname}:${port || '80'}`
}

/** A repeated address is a mistake: the proxy would lead requests of one installation to another. */
function refuseRepeated(installations: readonly ProxiedInstallation[]): void {
  const seen = new Set<string>()
  for (const [i, { web, directory }] of installations.entries())
    for (const [field, addresses] of Object.entries({ web, directory }))
      for (const address of addresses) {
        if (seen.has(address)) throw new Error(`installations.${i}.${field} repeats the address ${address}.`)
        seen.add(address)
      }
}
