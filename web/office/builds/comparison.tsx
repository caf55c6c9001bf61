// Compares two builds: both on maps, and the changed stops by name.
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { BuildChangeOut, ComparedPlanOut } from '../../../src/contract/builds.ts'
import { endpointQuery } from '../../api/query.ts'
import { timeAndDay, timeOf } from '../../ui/format.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { Table } from '../../ui/table.tsx'
import { words } from '../../words/locale.ts'
import log from '../log/log.module.css'
import { MapLegend, PlanMapPane } from '../plan-map/plan-map-pane.tsx'
import { useSession } from '../session.tsx'
import style from './builds.module.css'
import { drawnPlan, depotAndStopCoordinates } from './drawn.ts'

export function Comparison({ before, after }: { before: string; after: string }) {
  const first = useQuery(endpointQuery('GET /builds/{build_uuid}', { params: { build_uuid: before }, query: {} }))
  const second = useQuery(
    endpointQuery('GET /builds/{build_uuid}', { params: { build_uuid: after }, query: { compared_with: before } }),
  )
  return (
    <section aria-label={words.build.sideBySide} className={style.comparison}>
      <QueryState query={first} what={words.build.theFirst}>
        {(a) => (
          <QueryState query={second} what={words.build.theSecond}>
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
      around: [...depotAndStopCoordinates(first), ...depotAndStopCoordinates(second)],
    }
  }, [first, second])
  const nameOf = ({ balance, created_at }: ComparedPlanOut) =>
    `${words.build.balances[balance]}, ${timeAndDay(created_at, zone)}`
  const arrivals = [first, second].map(
    ({ routes }) => new Map(routes.flatMap(({ stops }) => stops.map((stop) => [stop.order_uuid, stop.arrival]))),
  )
  const placeIn = (at: BuildChangeOut['before'], arrival: string | undefined) =>
    at ? `${at.vehicle_name} ${at.sequence}${arrival ? `, ${timeOf(arrival, zone)}` : ''}` : words.build.onNoRoute
  return (
    <>
      <div className={style.maps}>
        {[first, second].map((build, i) => (
          <div key={i}>
            <h2>{nameOf(build)}</h2>
            <PlanMapPane
              label={i === 0 ? words.build.mapOfFirst : words.build.mapOfSecond}
              plan={plans[i] ?? plans[0]}
              around={around}
              chosen={chosen}
            />
          </div>
        ))}
      </div>
      <MapLegend />
      <h2>{changes.length === 0 ? words.build.sameOrder : words.build.changed(changes.length)}</h2>
      {changes.length > 0 ? (
        <Table
          label={words.build.stopsChanged}
          columns={[words.build.delivery, words.build.change, words.build.first, words.build.second]}
        >
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
              <td>{words.build.changes[change]}</td>
              <td>{placeIn(before, arrivals[0]?.get(id))}</td>
              <td>{placeIn(after, arrivals[1]?.get(id))}</td>
            </tr>
          ))}
        </Table>
      ) : null}
    </>
  )
}
