// Shows the changes that a build made, and the deliveries that it left unassigned.
import type { OfficeBuildOut, OfficeUnassigned } from '../../../src/contract/build.ts'
import type { DayOut, DayRoute } from '../../../src/contract/day.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { countText, listed, miles, minutes, signed } from '../../ui/format.ts'
import { Figure, Table } from '../../ui/table.tsx'
import { words } from '../../words/locale.ts'
import style from './day.module.css'
import { lateStops } from './day-data.ts'

interface Totals {
  routes: number
  stops: number
  miles: number
  drive: number
  late: number
}

const totals = (routes: readonly DayRoute[]): Totals => ({
  routes: routes.filter(({ stop_count }) => stop_count > 0).length,
  stops: routes.reduce((sum, { stop_count }) => sum + stop_count, 0),
  miles: routes.reduce((sum, { distance_miles }) => sum + distance_miles, 0),
  drive: routes.reduce((sum, { drive_minutes }) => sum + drive_minutes, 0),
  late: routes.reduce((sum, route) => sum + lateStops(route), 0),
})

export function BuildResult({
  before,
  day,
  result,
  onClose,
}: {
  before: readonly DayRoute[]
  day: DayOut
  result: OfficeBuildOut
  onClose: () => void
}) {
  const was = totals(before)
  const now = totals(day.routes)
  const changed = day.routes.filter(({ route_uuid }) => result.routes.some((route) => route.route_uuid === route_uuid))
  return (
    <Dialog title={words.build.built} onClose={onClose}>
      <Table
        columns={[
          words.build.theDay,
          ...[words.build.before, words.build.now, words.build.change].map((name) => ({ name, figure: true })),
        ]}
      >
        <Row name={words.common.routes} before={was.routes} after={now.routes} figure={countText} />
        <Row name={words.common.stops} before={was.stops} after={now.stops} figure={countText} />
        <Row name={words.common.distance} before={was.miles} after={now.miles} figure={miles} />
        <Row name={words.common.driving} before={was.drive} after={now.drive} figure={minutes} />
        <Row name={words.build.lateStops} before={was.late} after={now.late} figure={countText} />
      </Table>
      <Changes before={before} after={changed} />
      {result.distances_estimated ? (
        <p className={style.soft}>{words.common.estimates(result.estimate_reason)}</p>
      ) : null}
      {result.unassigned.length > 0 ? (
        <UnassignedList unassigned={result.unassigned} />
      ) : (
        <p>{words.build.allOnRoutes}</p>
      )}
      <DialogActions>
        <Button kind="primary" onClick={onClose}>
          {words.build.viewRoutes}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** Shown if the build could route no delivery. No route was changed. */
export const NothingBuilt = ({ unassigned, onClose }: { unassigned: OfficeUnassigned[]; onClose: () => void }) => (
  <Dialog title={words.build.noneBuilt} onClose={onClose}>
    <p>{words.build.noneBuiltLead}</p>
    <UnassignedList unassigned={unassigned} />
    <DialogActions>
      <Button kind="primary" onClick={onClose}>
        {words.common.close}
      </Button>
    </DialogActions>
  </Dialog>
)

type Unassigned = Pick<OfficeUnassigned, 'external_ref' | 'reason' | 'nearest_fix'>

/** Groups deliveries with the same reason and fix into one entry. */
export const UnassignedList = ({ unassigned }: { unassigned: readonly Unassigned[] }) => (
  <>
    <h3>{words.build.leftOff(unassigned.length)}</h3>
    <p className={style.soft}>{words.build.findUnder}</p>
    <ul className={style.leftOff}>
      {[...Map.groupBy(unassigned, ({ reason, nearest_fix }) => `${reason.message}\n${nearest_fix}`).values()].map(
        (alike) => (
          <UnassignedGroup key={alike[0]?.external_ref} alike={alike} />
        ),
      )}
    </ul>
  </>
)

function UnassignedGroup({ alike }: { alike: readonly Unassigned[] }) {
  const [first] = alike
  if (!first) return null
  return (
    <li>
      <strong>{alike.length === 1 ? first.external_ref : words.common.deliveriesCounted(alike.length)}</strong>:{' '}
      {first.reason.message}
      {first.nearest_fix ? <span className={style.soft}> {words.build.fix(first.nearest_fix)}</span> : null}
      {alike.length > 1 ? (
        <details>
          <summary>{words.build.which}</summary>
          {listed(alike.map(({ external_ref }) => external_ref))}
        </details>
      ) : null}
    </li>
  )
}

interface RowProps {
  name: string
  before: number
  after: number
  figure: (value: number) => string
}

const Row = ({ name, before, after, figure }: RowProps) => (
  <tr>
    <th scope="row">{name}</th>
    <Figure>{figure(before)}</Figure>
    <Figure>{figure(after)}</Figure>
    <Figure>{figure(before) === figure(after) ? '–' : signed(after - before, figure)}</Figure>
  </tr>
)

/** Lists how the build changed each existing route. */
function Changes({ before, after }: { before: readonly DayRoute[]; after: readonly DayRoute[] }) {
  const old = after.filter(({ route_uuid }) => before.some((route) => route.route_uuid === route_uuid))
  if (old.length === 0) return null
  const refs = (route: DayRoute | undefined) => route?.stops.map(({ external_ref }) => external_ref) ?? []
  return (
    <ul className={style.leftOff}>
      {old.map((route) => {
        const was = before.find(({ route_uuid }) => route_uuid === route.route_uuid)
        const [had, has] = [refs(was), refs(route)]
        const joined = has.filter((ref) => !had.includes(ref)).length
        const left = had.filter((ref) => !has.includes(ref)).length
        const same = joined === 0 && left === 0
        return (
          <li key={route.route_uuid}>
            <strong>{route.name}</strong>:{' '}
            {same
              ? has.join() === had.join()
                ? words.build.asItWas
                : words.build.sameOtherOrder
              : [joined > 0 && words.build.joined(joined), left > 0 && words.build.left(left)]
                  .filter(Boolean)
                  .join(', ')}
            , {signed(route.distance_miles - (was?.distance_miles ?? 0), miles)}
          </li>
        )
      })}
    </ul>
  )
}
