// Builds the tables of docs/security.md: every rate limit and work limit with its name, scope and size.
import {
  GUESS_LIMITS,
  IN_FLIGHT,
  LIMITS,
  LINK_LIMITS,
  MAX_AUDITED_REFUSED_TAPS,
  MAX_PROOF_PHOTOS,
  MAX_PROOF_SIGNATURES,
  MAX_REFUSED_TAPS,
  MAX_REQUEST_SECONDS,
  MAX_SILENT_SECONDS,
  MAX_SOLVES_WAITING,
  MAX_SOLVES_WAITING_EACH,
  NETWORK_LIMITS,
  SESSION_LIMITS,
  WORK_LIMITS,
} from './limits.ts'

const GUESSED = {
  unknown_links: ['a network', 'driver, tracking and receipt links, and connections of shops, that don’t exist'],
  receipt_keys_of_network: ['a network', 'the public keys of receipts'],
  sign_ins_of_network: ['a network', 'sign-ins'],
  sign_ins_of_network_to_account: ['a network and an account', 'sign-ins'],
  sign_ins_to_account: ['an account', 'sign-ins from browsers that never signed in to it'],
  sign_ins_of_known_browser: ['a browser', 'sign-ins to accounts that the browser has signed in to before'],
  passkey_sign_ins_of_network: ['a network', 'sign-ins by passkey'],
  company_sign_ins_begun_of_network: ['a network', 'sign-ins through a company, started'],
  company_sign_ins_of_network: ['a network', 'sign-ins through a company, returned and failed'],
  password_confirmations: ['an account', 'the password or a passkey confirmed while signed in'],
  reset_mails_of_network: ['a network', 'password reset links'],
  reset_mails_of_network_to_account: ['a network and an account', 'password reset links'],
  reset_mails_to_account: ['an account', 'password reset links'],
} satisfies Record<keyof typeof GUESS_LIMITS, [of: string, what: string]>

const COUNTED = {
  driver_reads: ['a driver link', 'reads'],
  driver_positions: ['a driver link', 'positions'],
  driver_taps: ['a driver link', 'outcomes and other taps'],
  driver_proofs: ['a driver link', 'photos and signatures'],
  home_reads: ['the link of a driver page', 'reads'],
  home_changes: ['the link of a driver page', 'changes of language and notifications'],
  tracking_reads: ['a tracking link', 'reads'],
  tracking_changes: ['a tracking link', 'changes sent by its forms'],
  tracking_days: ['a tracking link', 'available days, each a trial of the day’s plan'],
  receipt_reads: ['a receipt’s link', 'reads'],
  shop_webhooks: ['a connected shop', 'webhooks'],
  office_reads: ['a session', 'reads'],
  office_changes: ['a session', 'changes'],
  office_files: ['a session', 'documents, exports and uploads'],
  office_plans: ['a session', 'plans with progress'],
  office_streams: ['a session', 'event streams opened'],
  office_suggestions: ['a session', 'addresses suggested while one is typed'],
  outside_of_network: ['a network', 'office requests without a session'],
} satisfies Record<
  keyof typeof LINK_LIMITS | keyof typeof SESSION_LIMITS | keyof typeof NETWORK_LIMITS,
  [of: string, what: string]
>

const WORK = {
  uploads: 'files received; pictures are decoded two at a time',
  sheets: 'sheets read',
  documents: 'PDFs drawn',
  areas: 'areas of zones read',
  passwords:
    'passwords checked and stored; all sign-ins from unknown browsers count as one business, and each of their networks as a sender',
  suggestions: 'addresses suggested while one is typed',
  streams: 'event streams of open pages',
} satisfies Record<keyof typeof WORK_LIMITS, string>

export const limitTables = (): string =>
  [
    'Requests. `RATE_LIMIT_SCALE` multiplies the limits of keys, links, sessions and `outside_of_network`.',
    '',
    ...table(
      ['limit', 'of', 'calls', 'in', 'what'],
      [
        ...Object.entries(LIMITS).map(([name, calls]) => [code(name), 'a key', count(calls), '1 minute', words(name)]),
        ...Object.entries({ ...LINK_LIMITS, ...SESSION_LIMITS, ...NETWORK_LIMITS }).map(([name, limit]) =>
          row(name, limit, COUNTED[name as keyof typeof COUNTED]),
        ),
        ...Object.entries(GUESS_LIMITS).map(([name, limit]) => row(name, limit, GUESSED[name as keyof typeof GUESSED])),
      ],
    ),
    '',
    'Memory- or CPU-intensive work. Above these limits, the response is 503 with Retry-After. The business with the least running work comes next.',
    '',
    ...table(
      [
        'queue',
        'running per process',
        'running or waiting: per process',
        'per business',
        'per link, key, user or session',
        'what',
      ],
      [
        ...Object.entries(WORK_LIMITS).map(([name, { atOnce, all, business, sender }]) => [
          code(name),
          ...[atOnce, all, business, sender].map(count),
          WORK[name as keyof typeof WORK],
        ]),
        [
          code('solves'),
          '`SOLVER_THREADS`',
          count(MAX_SOLVES_WAITING),
          count(MAX_SOLVES_WAITING_EACH),
          '–',
          'plans, in turns of half a second; 429 above',
        ],
      ],
    ),
    '',
    'Requests under way in a process, of all callers together. Above these limits, the response is 429 for the network and 503 for the process.',
    '',
    ...table(
      ['what', 'per process', 'per network'],
      [
        ['requests, without event streams', count(IN_FLIGHT.requests.process), count(IN_FLIGHT.requests.network)],
        ['bodies in memory', mib(IN_FLIGHT.body_bytes.process), mib(IN_FLIGHT.body_bytes.network)],
        ['until a request is complete', `${MAX_REQUEST_SECONDS} s`, '–'],
        ['a connection without traffic', `${MAX_SILENT_SECONDS} s`, '–'],
      ],
    ),
    '',
    'Stored rows.',
    '',
    ...table(
      ['of', 'at most'],
      [
        ['a stop', `${MAX_PROOF_PHOTOS} photos, ${MAX_PROOF_SIGNATURES} signatures`],
        [
          'a route',
          `${count(MAX_REFUSED_TAPS)} rejected taps, the first ${MAX_AUDITED_REFUSED_TAPS} of them in the audit log`,
        ],
      ],
    ),
  ].join('\n')

type Bucket = { calls: number; seconds: number }
const row = (name: string, { calls, seconds }: Bucket, [of, what]: [string, string]): string[] => [
  code(name),
  of,
  count(calls),
  time(seconds),
  what,
]

const table = (head: string[], rows: string[][]): string[] =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)

const code = (name: string): string => `\`${name}\``
const words = (name: string): string => name.replaceAll('_', ' ')
const count = (value: number): string => value.toLocaleString('en-US')
const mib = (bytes: number): string => `${bytes / 1024 / 1024} MiB`
const time = (seconds: number): string => {
  const [value, unit] = seconds >= 3_600 ? [seconds / 3_600, 'hour'] : [seconds / 60, 'minute']
  return `${value} ${unit}${value === 1 ? '' : 's'}`
}
