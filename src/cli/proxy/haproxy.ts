// Writes the configuration of HAProxy 2.6 or newer, which needs deploy/haproxy.installations.lua next to it.
import { directoriesOf, headOf, hostsOf, type ProxySite, UNREACHABLE_BODY } from './site.ts'

/** Statuses of HAProxy's own responses if an installation does not respond. */
const DOWN = [502, 503, 504]

export function haproxyFile(site: ProxySite): string {
  const directories = directoriesOf(site).map((address) => `http://${address}`)
  const backends = site.installations.map(
    ({ name, web }) => `backend installation_${name}
    option httpchk GET /api/v1/health
${web.map((address, i) => `    server web${i + 1} ${address} check inter 2s\n`).join('')}`,
  )
  return `${headOf('HAProxy 2.6 or newer', site)}
# HAProxy can't repeat a request: if a business has just moved, callers get 503 with Retry-After until the directories have
# read where the business is.
global
    maxconn 4000
    # A directory may be asked about each request.
    tune.lua.service-timeout 10s
    # The web processes of all installations, at their DIRECTORY_PORT, for the Lua file.
    setenv DIRECTORIES ${directories.join(',')}
    lua-load /etc/haproxy/haproxy.installations.lua

defaults
    mode http
    timeout connect 1s
    timeout client 75s
    timeout server 75s
    timeout http-request 60s
    timeout tunnel 1h
    option redispatch
    # The installation does not respond.
${DOWN.map((status) => `    http-error status ${status} content-type application/json string '${UNREACHABLE_BODY}'\n`).join('')}
frontend roundsman
    # The certificate is for ${hostsOf(site).join(', ')}.
    bind :443 ssl crt ${site.certificate ?? `/etc/haproxy/${site.host}.pem`} alpn h2,http/1.1
    http-request deny deny_status 413 if { req.hdr_val(content-length) gt 33554432 }
    http-request del-header X-Installation
    http-request set-header X-Forwarded-For %[src]
    http-request set-header X-Forwarded-Proto https if { ssl_fc }
    http-request lua.where
    http-request deny deny_status 503 unless { var(txn.installation) -m found }
    http-after-response set-header Retry-After 2 if { status 502 504 } || { status 503 } !{ res.hdr(retry-after) -m found }
    http-after-response set-status 503 if { status 502 504 }
    use_backend installation_%[var(txn.installation)]

# The web processes of each installation, at their PORT.
${backends.join('\n')}`
}
