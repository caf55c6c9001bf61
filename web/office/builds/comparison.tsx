// Two builds side by side: both on maps, and each stop that changed by name.
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { BuildChangeOut, ComparedPlanOut } from '../../../src/contract/builds.ts'
import { read } from '../../api/query.ts'
import { plural, timeAndDay, timeOf } from '../../ui/format.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { Table } from '../../ui/table.tsx'
import { BALANCE_NAMES } from '../day/balance-names.ts'
import log from '../log/log.module.css'
import { MapLegend, PlanMapPane } from '../plan-map/plan-map-pane.tsx'
import { useSession } from '../session.tsx'
import style from './builds.module.css'
import { drawnPlan, placesOf } from './drawn.ts'

const WORDS: Record<BuildChangeOut['change'], string> = {
  ADDED: 'added',
  LEFT_OFF: 'left off',
  MOVED: 'to another vehicle',
  REORDERED: 'in another order',
}

export function Comparison({ before, after }: { before: string; after: string }) {
  const first = useQuery(read('GET /builds/{build_uuid}', { params: { build_uuid: before }, query: {} }))
  const second = useQuery(
    read('GET /builds/{build_uuid}', { params: { build_uuid: after }, query: { compared_with: before } }),
  )
  return (
    <section aria-label="Two builds side by side" className={style.comparison}>
      <QueryState query={first} what="the first build">
        {(a) => (
          <QueryState query={second} what="the second build">
            {(b) => <SideBySide first={a} second={b} />}
          </QueryState>
        )}
      </QueryState>
    </section>
  )
}

function SideBySide({ first, second }: { first: ComparedPlanOut; second: ComparedPlanOut }) {
  const zone = useSession().business.time_zone
  const [chosen, setChosen] = useState<string | null>(null)
  const changes = second.changes ?? []
  const { plans, around } = useMemo(() => {
    const vehicles = [...new Set([first, second].flatMap(({ routes }) => routes.map(({ vehicle_uuid: id }) => id)))]
    const changed = new Set((second.changes ?? []).map(({ order_uuid }) => order_uuid))
    return {
      plans: [drawnPlan(first, second, vehicles, changed), drawnPlan(second, first, vehicles, changed)] as const,
      around: [...placesOf(first), ...placesOf(second)],
    }
  }, [first, second])
  const nameOf = ({ balance, created_at }: ComparedPlanOut) =>
    `${BALANCE_NAMES[balance]}, ${timeAndDay(created_at, zone)}`
  const arrivals = [first, second].map(
    ({ routes }) => new Map(routes.flatMap(({ stops }) => stops.map((stop) => [stop.order_uuid, stop.arrival]))),
  )
  const placeIn = (at: BuildChangeOut['before'], arrival: string | undefined) =>
    at ? `${at.vehicle_name} ${at.sequence}${arrival ? `, ${timeOf(arrival, zone)}` : ''}` : 'on no route'
  return (
    <>
      <div className={style.maps}>
        {[first, second].map((build, i) => (
          <div key={i}>
            <h2>{nameOf(build)}</h2>
            <PlanMapPane
              label={`Map of the ${i === 0 ? 'first' : 'second'} build`}
              plan={plans[i] ?? plans[0]}
              around={around}
              chosen={chosen}
            />
          </div>
        ))}
      </div>
      <MapLegend />
      <h2>{changes.length === 0 ? 'The same stops in the same order' : `${plural(changes.length, 'stop')} changed`}</h2>
      {changes.length > 0 ? (
        <Table label="Stops that changed" columns={['Delivery', 'Change', 'First build', 'Second build']}>
          {changes.map(({ order_uuid: id, external_ref: ref, line1, change, before, after }) => (
            <tr key={id}>
              <td>
                <button
                  type="button"
                  className={log.open}
                  aria-pressed={chosen === id}
                  onClick={() => setChosen(chosen === id ? null : id)}
                >
                  {line1 || ref}
                </button>
              </td>
              <td>{WORDS[change]}</td>
              <td>{placeIn(before, arrivals[0]?.get(id))}</td>
              <td>{placeIn(after, arrivals[1]?.get(id))}</td>
            </tr>
          ))}
        </Table>
      ) : null}
    </>
  )
}
