// Tests that a user ends the search of a running build early, and that the build then writes its best plan so far.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BuildProgress, OfficeBuildOut } from '../../../src/contract/build.ts'
import { addVehicle } from '../../helpers/fleet.ts'
import { endlessSolver } from '../../helpers/endless-solver.ts'
import { expectAuditRow } from '../../helpers/audit.ts'
import { type Office, signedIn } from '../../helpers/office.ts'
import { shopWithOrders } from '../../helpers/routes.ts'
import { startService } from '../../helpers/service.ts'

const endless = endlessSolver()
endless.find()
const service = await startService({ replaced: { solver: endless.solver } })
service.besides.push(endless.close)
const other = await startService({ beside: service })

interface Line {
  progress?: BuildProgress
  data?: OfficeBuildOut
}

/** Starts a build and returns its lines one by one. */
async function* build(office: Office, body: object): AsyncGenerator<Line, void> {
  const response = await fetch(`${service.url}/office/api/build`, {
    method: 'POST',
    headers: {
      cookie: office.cookie,
      'x-csrf-token': office.session?.csrf_token ?? '',
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  assert.equal(response.status, 200)
  let rest = ''
  for await (const text of response.body!.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line) as Line
  }
}

const next = async (lines: AsyncGenerator<Line, void>): Promise<Line> => (await lines.next()).value as Line

async function runningBuild() {
  const { shop, date } = await shopWithOrders(service, 3)
  await addVehicle(service.app, shop.businessId, { name: 'Second van' })
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const lines = build(office, { date, options: { time_limit_seconds: 60 } })
  const { progress } = await next(lines)
  assert.ok(progress)
  return { shop, office, lines, path: `/build/${progress.build_uuid}/stop`, buildId: progress.build_uuid }
}

test('two requests to stop a build, one at another process, end its search once', async () => {
  const { shop, office, lines, path, buildId } = await runningBuild()
  const colleague = await signedIn(other, shop.businessId, 'DISPATCHER')
  const stopped = await Promise.all([office.post(path), colleague.post(path)])
  assert.deepEqual(
    stopped.map(({ status }) => status),
    [200, 200],
  )
  const { data } = await next(lines)
  assert.equal(data?.build_uuid, buildId)
  assert.equal(
    data.routes.reduce((sum, { stop_count }) => sum + stop_count, 0),
    3,
  )
  await expectAuditRow(service, shop, 'route.built', { times: data.routes.length })
  const late = await office.post(path)
  assert.deepEqual([late.status, late.body.details.code], [404, 'NOT_FOUND'])
})

test('a user can’t stop a build of another business', async () => {
  const { office, lines, path } = await runningBuild()
  const stranger = await signedIn(service, (await service.business()).businessId, 'DISPATCHER')
  const { status, body } = await stranger.post(path)
  assert.deepEqual([status, body.details.code], [404, 'NOT_FOUND'])
  assert.equal((await office.post(path)).status, 200)
  assert.ok((await next(lines)).data)
})
