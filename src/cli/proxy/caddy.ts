// Writes the configuration of Caddy.
import { directoriesOf, headOf, hostsOf, type ProxySite, UNREACHABLE_BODY } from './site.ts'

/** Lets installations refuse requests of businesses that have moved, if Caddy can repeat these requests. */
const REPEATABLE = `		# Caddy can't send a body twice. If a business has moved, only requests without a body are repeated at the other
		# installation. All others get 503 with Retry-After until the directories have read where the business is.
		@bodyless method GET HEAD
		request_header -X-Installation
		request_header @bodyless X-Installation {http.request.header.X-Lead-To}`

const ERRORS = `	# The installation does not respond.
	handle_errors {
		@down expression "{http.error.status_code} in [502, 503, 504]"
		handle @down {
			header Retry-After 2
			header Content-Type application/json
			respond ${JSON.stringify(UNREACHABLE_BODY)} 503
		}
	}`

export function caddyFile(site: ProxySite): string {
  const { installations } = site
  // Each line of the map has the same number of addresses. Installations with fewer processes repeat theirs.
  const columns = Array.from({ length: Math.max(...installations.map(({ web }) => web.length)) }, (_, i) => i)
  const upstreams = columns.map((i) => `{web${i + 1}}`).join(' ')
  const targets = installations.map(
    ({ name, web }) => `\t\t\t${inputOf(name)} ${columns.map((i) => web[i % web.length]).join(' ')}\n`,
  )
  const leads = installations.map(
    ({ name, web }) => `		@installation_${name} header X-Lead-To ${name}
		reverse_proxy @installation_${name} ${web.join(' ')} {
			import installation
		}
`,
  )
  const tls = site.certificate === null ? '' : `\ttls ${site.certificate} ${site.key}\n\n`
  return `${headOf('Caddy', site)}
(installation) {
	@moved status 421
	handle_response @moved {
		request_header X-Lead-To {rp.header.X-Installation}
		request_header -X-Installation
		reverse_proxy ${upstreams}
	}
	# Server-sent events must not be buffered.
	flush_interval -1
	lb_try_duration 10s
	lb_try_interval 250ms
	fail_duration 5s
}

${hostsOf(site).join(', ')} {
${tls}	request_body {
		max_size 32MB
	}

	route {
		# The web processes of all installations, at their DIRECTORY_PORT.
		forward_auth ${directoriesOf(site).join(' ')} {
			uri /where
			copy_headers X-Installation>X-Lead-To
			lb_try_duration 2s
			fail_duration 5s
		}

		# The web processes of each installation, at their PORT, for the request that is repeated.
		map {http.request.header.X-Lead-To} ${upstreams} {
${targets.join('')}		}

${REPEATABLE}

		# The web processes of each installation, at their PORT.
${leads.join('')}		error 503
	}

${ERRORS}
}
`
}

/** Caddy reads the word `default` as the line for all other values. */
const inputOf = (name: string): string => (name === 'default' ? '~^default$' : name)
