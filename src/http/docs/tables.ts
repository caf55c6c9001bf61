// Pages whose tables come from the contract: error codes, and the limits and scopes of keys. Written in Markdown, like
// the other pages.
import { type ErrorCode, errorCodes } from '../../contract/error-codes.ts'
import { ERROR_CURES } from '../../contract/error-remedies.ts'
import { LIMITS, type LimitName } from '../../contract/limits.ts'
import { KEY_SCOPES } from '../../domain/users/permissions.ts'

const LIMIT_WORDS: Record<LimitName, string> = {
  reads: 'Reads',
  order_writes: 'Creating, changing and canceling deliveries',
  order_batches: 'Batches of deliveries',
  other_writes: 'Other writes',
  webhook_management: 'Everything under /webhooks',
  availability: 'Availability checks',
  address_lookups: 'of these, with an address to geocode',
  builds: 'Route builds',
  solves: 'POST /optimize',
}

const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`
const table = (head: readonly string[], rows: readonly string[]): string =>
  [row(...head), row(...head.map(() => '---')), ...rows].join('\n')

/** Path of the page with the error codes. */
export const ERRORS_PATH = '/docs/reference/errors'

/** Pages in Markdown, keyed by path. */
export const CONTRACT_PAGES: Readonly<Record<string, () => string>> = {
  [ERRORS_PATH]: () => `# Error codes

Each error has a stable code in \`details.code\`. The guide [Errors and retries](../guides/errors-and-retries.md) explains
the format and when to retry.

${errorCodes()
  .map(
    ({ code, status, meaning }) => `## ${code}

Status ${status}. ${meaning}

**Remedy:** ${ERROR_CURES[code as ErrorCode]}
`,
  )
  .join('\n')}`,
  '/docs/reference/limits': () => `# Rate limits and scopes

## Rate limits

Requests per key in any 60 seconds. \`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\` show the current
usage. A 429 has the seconds to wait in \`Retry-After\`. The page [Limits](../spec/limits.md) has all other limits.

${table(
  ['requests', 'name', 'per minute'],
  Object.entries(LIMITS).map(([name, limit]) =>
    row(LIMIT_WORDS[name as LimitName], `\`${name}\``, limit.toLocaleString('en-US')),
  ),
)}

## Scopes

A key without a limit to scopes has all of them. Each operation names its scope. Without this scope, the response is 403
\`SCOPE_MISSING\`.

${table(
  ['scope', 'allows a key to'],
  Object.entries(KEY_SCOPES).map(([scope, meaning]) => row(`\`${scope}\``, meaning)),
)}
`,
}
