// An API key can do everything that the office can, with exceptions that are listed here with their reasons.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { withRoleTable } from '../../src/cli/role-table.ts'
import { apiEndpoints, endpoints, officeEndpoints } from '../../src/contract/all.ts'
import { KEY_SCOPE_NAMES, PERMISSION_NAMES, PERMISSIONS } from '../../src/domain/users/permissions.ts'

const PEOPLE = 'People sign in and see to their accounts themselves: no key stands in for them.'
const OWN_VIEW = 'It belongs to one person of the office, and a key is nobody.'
const NO_KEYS = 'A key that makes keys, users or links could give itself more than it has.'
const PAPER = 'It is a page or a PDF for people; what is in it is in the JSON of the route, the stop or the order.'
const FILES = 'It reads files of people: an order system sends POST /orders/batch.'
const CSV = 'A file for spreadsheets of what the API lists as JSON.'
const FIRST = 'It leads a new person through the screens of the office.'
const SHOPS = 'An owner connects a shop on the screen; an order system sends POST /orders itself.'
const IN_PLACE = 'The same is done by an operation of the API that has another name:'

/**
 * Office operations that the API doesn't have, keyed by method and path. The value names the equivalent operation of
 * the API, or the reason why there is none.
 */
const LEFT_OUT: Record<string, string> = {
  'GET /audit': 'It names people of the office and where they were; the log of events is GET /events.',
  'GET /audit.csv': 'As GET /audit.',
  'GET /failed-work': 'It is about the server, for those who run it; they have metrics.',
  'GET /regions': 'It is about the map data of the server, for those who run it.',
  'POST /build/{build_uuid}/stop':
    'Only a build of the office shows its plans while it searches; a key sets time_limit_seconds.',
  'GET /report/customers.csv': CSV,
  'GET /day/playback': 'It is drawn as a day that is played back; what happened is in GET /events.',
  'GET /day/ways': 'Lines for a map on a screen; the routes have their stops in order, with places and times.',
  'GET /changes': 'It tells open pages to look again; an order system has webhooks and GET /events.',
  'POST /routes/{route_uuid}/driver-link': 'The link of a driver is never returned to a key.',
  'GET /first-steps': FIRST,
  'POST /first-steps/hide': FIRST,
  'POST /fleet-rows': `${IN_PLACE} POST /vehicles`,
  'POST /sample-data': FIRST,
  'DELETE /sample-data': FIRST,
  'GET /fleet': `${IN_PLACE} GET /vehicles`,
  'POST /drivers/{driver_uuid}/page': 'The link of a driver is never returned to a key.',
  'POST /drivers/{driver_uuid}/page/renew': 'The link of a driver is never returned to a key.',
  'POST /imports': FILES,
  'GET /imports': FILES,
  'GET /imports/{import_uuid}': FILES,
  'POST /imports/{import_uuid}/preview': FILES,
  'POST /imports/{import_uuid}/start': FILES,
  'POST /imports/{import_uuid}/candidates': FILES,
  'POST /imports/{import_uuid}/location': FILES,
  'GET /imports/{import_uuid}/added': FILES,
  'GET /imports/{import_uuid}/problems': FILES,
  'GET /imports/{import_uuid}/bad-rows.csv': FILES,
  'GET /keys': NO_KEYS,
  'POST /keys': NO_KEYS,
  'PATCH /keys/{key_uuid}': NO_KEYS,
  'POST /keys/{key_uuid}/roll-over': NO_KEYS,
  'POST /keys/{key_uuid}/revoke': NO_KEYS,
  'POST /keys/{key_uuid}/keep': NO_KEYS,
  'POST /webhooks/subscriptions/{endpoint_uuid}/keep': PEOPLE,
  'GET /connectors': SHOPS,
  'POST /connectors': SHOPS,
  'PATCH /connectors/{connector_uuid}': SHOPS,
  'POST /connectors/{connector_uuid}/secret': SHOPS,
  'DELETE /connectors/{connector_uuid}': SHOPS,
  'POST /connectors/{connector_uuid}/keep': SHOPS,
  'GET /connector-payloads': SHOPS,
  'POST /connectors/{connector_uuid}/preview': SHOPS,
  'POST /connectors/{connector_uuid}/payloads/retry': SHOPS,
  'GET /hand-ins': 'It lists goods and cash for those who receive them; a route has its stops, their items and checks.',
  'POST /routes/{route_uuid}/hand-in': 'People who received the goods and counted the cash confirm it.',
  'POST /routes/{route_uuid}/hand-in/undo': 'As its confirmation: people who counted correct themselves.',
  'GET /loads': 'It lists pieces for those who load; a route has its load_checks, its stops and their items.',
  'POST /routes/{route_uuid}/load-check': 'People at the vehicle look at each piece; what they found is in the route.',
  'GET /webhook-deliveries': `${IN_PLACE} GET /webhooks/subscriptions/{endpoint_uuid}/deliveries`,
  'GET /webhook-deliveries/{delivery_id}': `${IN_PLACE} GET /webhooks/subscriptions/{endpoint_uuid}/deliveries`,
  'POST /webhook-deliveries/replay': `${IN_PLACE} POST /webhooks/subscriptions/{endpoint_uuid}/deliveries/{delivery_id}/replay`,
  'POST /webhooks/subscriptions/{endpoint_uuid}/replay-pending': `${IN_PLACE} POST /webhooks/subscriptions/{endpoint_uuid}/replay`,
  'GET /api-requests': `${IN_PLACE} GET /key/calls`,
  'GET /orders.csv': CSV,
  'POST /orders/{order_uuid}': `${IN_PLACE} POST /orders`,
  'POST /orders/{order_uuid}/service-minutes': `${IN_PLACE} POST /orders`,
  'POST /orders-dates': `${IN_PLACE} POST /orders/batch`,
  'POST /orders-cancelled': `${IN_PLACE} POST /orders/{external_ref}/cancel`,
  'POST /orders-on-silent-routes': 'Answers that take a stop off a route warn of it: `warnings` with the code SILENT.',
  'POST /locks': `${IN_PLACE} POST /routes/{route_uuid}/lock`,
  'POST /orders-looked-up':
    'Addresses that were not found are looked up again by themselves; lat and lng of POST /orders settle it.',
  'GET /order-views': OWN_VIEW,
  'POST /order-views': OWN_VIEW,
  'POST /order-views/delete': OWN_VIEW,
  'POST /places/find': `${IN_PLACE} GET /places`,
  'GET /routes/{route_uuid}/stops/{stop_uuid}/proof': PAPER,
  'GET /routes/{route_uuid}/stops/{stop_uuid}/proof.pdf': PAPER,
  'GET /routes/{route_uuid}/manifest.pdf': PAPER,
  'GET /labels.pdf': PAPER,
  'GET /manifests.pdf': PAPER,
  'GET /replies':
    'Unread answers of a person of the office; those of a delivery are in GET /orders/{external_ref}/details.',
  'POST /replies/seen': OWN_VIEW,
  'GET /report.csv': CSV,
  'POST /settings/logo': 'A picture that people choose while they look at it.',
  'DELETE /settings/logo': 'A picture that people choose while they look at it.',
  'POST /sign-in': PEOPLE,
  'POST /set-up': PEOPLE,
  'POST /forgot-password': PEOPLE,
  'GET /session': PEOPLE,
  'POST /sign-out': PEOPLE,
  'POST /sign-out-everywhere': PEOPLE,
  'POST /side': 'A key belongs to one side.',
  'POST /sign-in/passkey/begin': PEOPLE,
  'POST /sign-in/passkey': PEOPLE,
  'GET /account/passkeys': PEOPLE,
  'POST /account/passkeys/begin': PEOPLE,
  'POST /account/passkeys': PEOPLE,
  'DELETE /account/passkeys/{passkey_uuid}': PEOPLE,
  'POST /account/confirm/passkey/begin': PEOPLE,
  'POST /account/confirm/passkey': PEOPLE,
  'POST /sign-in/company': PEOPLE,
  'GET /single-sign-on': PEOPLE,
  'PATCH /single-sign-on': PEOPLE,
  'DELETE /single-sign-on': PEOPLE,
  'POST /single-sign-on/test': PEOPLE,
  'POST /account/confirm': PEOPLE,
  'GET /account/sessions': PEOPLE,
  'GET /account/businesses': PEOPLE,
  'POST /account/businesses/switch': PEOPLE,
  'DELETE /account/sessions/{session_uuid}': PEOPLE,
  'GET /users/{user_uuid}/sessions': PEOPLE,
  'DELETE /users/{user_uuid}/sessions/{session_uuid}': PEOPLE,
  'POST /account/language': PEOPLE,
  'POST /account/password': PEOPLE,
  'POST /account/totp/begin': PEOPLE,
  'POST /account/totp': PEOPLE,
  'POST /account/recovery-codes': PEOPLE,
  'DELETE /account/totp': PEOPLE,
  'GET /routes/{route_uuid}/refused-taps':
    'What a driver tapped too late, for people to judge; they record the outcome.',
  'POST /routes/{route_uuid}/refused-taps/record': 'As GET of these: a person judges.',
  'POST /routes/{route_uuid}/refused-taps/dismiss': 'As GET of these: a person judges.',
  'POST /routes/{route_uuid}/street-reports/dismiss': 'A person judges; a key sets the hours of the address.',
  'POST /routes/{route_uuid}/problem/solve': 'A person who spoke with the driver judges.',
  'GET /undo-steps': OWN_VIEW,
  'POST /undo-steps/{step_uuid}/undo': OWN_VIEW,
  'GET /orders.xlsx': `${IN_PLACE} GET /orders`,
  'GET /address-suggestions': 'An order system has complete addresses, which the service geocodes.',
  'GET /orders/{order_uuid}/candidates':
    'Near matches of an address for a person to choose from; callers send lat and lng.',
  'GET /users': PEOPLE,
  'POST /users/invite': NO_KEYS,
  'GET /users/links': PEOPLE,
  'DELETE /users/links/{link_uuid}': NO_KEYS,
  'PATCH /users/{user_uuid}': NO_KEYS,
  'POST /users/second-factor': NO_KEYS,
  'GET /users/depots': PEOPLE,
  'POST /users/{user_uuid}/depots': NO_KEYS,
  'DELETE /users/{user_uuid}': NO_KEYS,
  'POST /users/{user_uuid}/reset-link': NO_KEYS,
  'POST /welcome/read': PEOPLE,
  'POST /welcome': PEOPLE,
  'POST /zones-from-file': `${IN_PLACE} POST /zones`,
  'POST /zones-test': `${IN_PLACE} GET /availability`,
}

const { paths } = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, unknown>>
}
const described = new Set(
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  ),
)
/** Office operations without an API operation in the same literal. */
const fromOfficeEndpoint = endpoints.flatMap(({ method, path, office, key }) =>
  office && !key ? `${method} ${office.path ?? path}` : [],
)

test('each office operation is in the API or is left out for a reason', () => {
  assert.ok(fromOfficeEndpoint.length > 100)
  assert.deepEqual(
    fromOfficeEndpoint.filter((name) => !described.has(name) && !LEFT_OUT[name]),
    [],
  )
})

test('an operation of both the office and the API needs the same permission in both', () => {
  const api = new Map(apiEndpoints.map(({ method, path, permission }) => [`${method} ${path}`, permission]))
  const shared = officeEndpoints.filter(({ method, path }) => api.has(`${method} ${path}`))
  assert.ok(shared.length > 40)
  for (const { method, path, permission } of shared)
    assert.equal(permission, api.get(`${method} ${path}`), `${method} ${path}`)
})

test('the page on roles has the current table, and each key scope belongs to a permission', () => {
  const page = readFileSync(new URL('../../docs/roles.md', import.meta.url), 'utf8')
  assert.equal(page, withRoleTable(page))
  for (const scope of KEY_SCOPE_NAMES)
    assert.ok(
      PERMISSION_NAMES.some((name) => PERMISSIONS[name].scope === scope),
      scope,
    )
})

test('each exception is an office operation that the API lacks, and each named equivalent exists', () => {
  for (const [name, reason] of Object.entries(LEFT_OUT)) {
    assert.ok(fromOfficeEndpoint.includes(name), `${name} is not an operation of the office`)
    if (!reason.startsWith(IN_PLACE)) assert.ok(!described.has(name), `${name} is in the API`)
    else assert.ok(described.has(reason.slice(IN_PLACE.length + 1)), reason)
  }
})
