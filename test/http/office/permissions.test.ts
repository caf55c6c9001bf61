// Calls every endpoint of the office with every role.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { officeEndpoints } from '../../../src/contract/all.ts'
import type { OfficeEndpoint } from '../../../src/contract/endpoint.ts'
import type { LoadsOut } from '../../../src/contract/office/loads.ts'
import { roleHasPermission, USER_ROLES } from '../../../src/domain/users/permissions.ts'
import { expectAuditRow } from '../../helpers/audit.ts'
import { type Office, signedIn } from '../../helpers/office.ts'
import { dispatchedRoute } from '../../helpers/routes.ts'
import { startService } from '../../helpers/service.ts'

const service = await startService()

/** The status, and the details of a refusal. Streams and files are not read. */
async function ask(office: Office, { method, path, reply, body }: OfficeEndpoint) {
  const left = new AbortController()
  const response = await fetch(`${service.url}/office/api${path.replaceAll(/\{\w+\}/g, randomUUID())}`, {
    method,
    signal: left.signal,
    headers: {
      cookie: office.cookie,
      'x-csrf-token': office.session?.csrf_token ?? '',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: '{}' }),
  })
  const said = response.status >= 400 ? ((await response.json()) as { details: Record<string, unknown> }) : null
  if (typeof reply === 'string') left.abort()
  else if (!said) await response.text()
  return { status: response.status, details: said?.details }
}

/** Returns whether the endpoint signs out. These endpoints are called last, because they end the calling session. */
const ends = ({ path }: OfficeEndpoint): boolean => path.startsWith('/sign-out')

for (const role of USER_ROLES)
  test(`${role.toLowerCase()}: every endpoint of the office admits exactly the permitted roles`, async () => {
    const shop = await service.business()
    const first = await signedIn(service, shop.businessId, role)
    const reached: string[] = []
    for (const endpoint of officeEndpoints.toSorted((a, b) => Number(ends(a)) - Number(ends(b)))) {
      const { permission, method, path } = endpoint
      if (permission === null) continue
      const office = ends(endpoint) ? await signedIn(service, shop.businessId, role) : first
      const { status, details } = await ask(office, endpoint)
      const name = `${method} ${path}`
      assert.ok(status < 500 && status !== 401, `${name}: ${status}`)
      if (permission === 'any' || roleHasPermission(role, permission)) {
        assert.notEqual(details?.code, 'ROLE', `${name} is refused`)
        if (permission !== 'any') reached.push(name)
      } else assert.deepEqual([status, details], [403, { code: 'ROLE', permission }], name)
    }
    const only = {
      WAREHOUSE: [
        'GET /hand-ins',
        'GET /loads',
        'POST /routes/{route_uuid}/hand-in',
        'POST /routes/{route_uuid}/hand-in/undo',
        'POST /routes/{route_uuid}/load-check',
      ],
      ACCOUNTANT: ['GET /report', 'GET /report.csv'],
    }
    if (role === 'WAREHOUSE' || role === 'ACCOUNTANT') assert.deepEqual(reached.toSorted(), only[role])
    if (role === 'VIEWER')
      assert.deepEqual(reached.filter((name) => !name.startsWith('GET')).toSorted(), [
        'POST /order-views',
        'POST /order-views/delete',
        'POST /orders-on-silent-routes',
        'POST /zones-test',
      ])
  })

test('a loader sees the pieces of a route but no customer, and reports missing pieces with a reason', async () => {
  const { shop, route } = await dispatchedRoute(service, 2)
  const warehouse = await signedIn(service, shop.businessId, 'WAREHOUSE')
  const { body } = await warehouse.get<LoadsOut>(`/loads?date=${route.date}`)
  assert.equal(body.data.date, route.date)
  const load = body.data.routes.find(({ route_uuid }) => route_uuid === route.route_uuid)?.loads[0]
  assert.ok(load)
  assert.doesNotMatch(JSON.stringify(body.data), /customer|address|phone/i)
  const [missing = '', ...there] = load.stops.flatMap(({ pieces }) => pieces.map(({ code }) => code))
  const check = { trip: 1, scanned: [], by_hand: there, missing: [missing], reason: null }
  const path = `/routes/${route.route_uuid}/load-check`
  assert.deepEqual((await warehouse.post(path, check)).body.details.fields, ['reason'])
  assert.equal((await warehouse.post(path, { ...check, reason: 'No room' })).status, 200)
  const after = await warehouse.get<LoadsOut>(`/loads?date=${route.date}`)
  const checked = after.body.data.routes[0]?.loads[0]?.check
  assert.deepEqual(checked, {
    trip: 1,
    checked_at: checked?.checked_at,
    scanned: 0,
    by_hand: there.length,
    missing: [{ code: missing, external_ref: load.stops[0]?.external_ref }],
    order_uuids: load.stops.map(({ order_uuid }) => order_uuid).toReversed(),
    reason: 'No room',
  })
  await expectAuditRow(service, shop, 'route.load_checked', { entityId: route.route_uuid })
  const neighbor = await signedIn(service, (await service.business()).businessId, 'WAREHOUSE')
  assert.equal((await neighbor.post(path, { ...check, reason: 'No room' })).status, 404)
})
