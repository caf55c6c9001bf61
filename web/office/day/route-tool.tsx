// Parts of the sheets that change whole routes: the frame, the cost before and after, and the effects.
import type { ReactNode } from 'react'
import type { MovesOut, RouteEffect } from '../../../src/contract/manual-planning.ts'
import type { DayOut, DayRoute } from '../../../src/contract/day.ts'
import { Button } from '../../ui/button.tsx'
import { miles, minutes, percent, pounds, signed, timeOf } from '../../ui/format.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { words } from '../../words/locale.ts'
import { useSession } from '../session.tsx'
import { routeMark } from './colors.ts'
import style from './route-tool.module.css'

interface ToolProps {
  route: DayRoute
  title: string
  lead: string
  /** Total cost, and what it means for the customers. */
  cost: string
  costLine: string
  yes: string
  /** Why the change can't be made. Null if it can. */
  reason: string | null
  onYes: () => void
  onClose: () => void
  children: ReactNode
}

/** The sheet of a tool: a choice, its cost, its effects, and the button with the total cost next to it. */
export function RouteTool({ route, title, lead, cost, costLine, yes, reason, onYes, onClose, children }: ToolProps) {
  return (
    <Sheet
      head={() => (
        <span className={style.of}>{[route.name, route.driver?.name ?? words.common.noDriver].join(' · ')}</span>
      )}
      title={title}
      onClose={onClose}
      foot={
        <div className={style.foot}>
          <p role="status" className={style.footCost}>
            <b title={cost}>{cost}</b>
            <span title={costLine}>{costLine}</span>
          </p>
          <Button onClick={onClose}>{words.common.cancel}</Button>
          <Button kind="primary" reason={reason} onClick={onYes}>
            {yes}
          </Button>
        </div>
      }
    >
      <p className={style.lead}>{lead}</p>
      {children}
    </Sheet>
  )
}

/** The mark of a route or vehicle, in its color. Gray for a vehicle without a route. */
export const Swatch = ({ route }: { route: DayRoute | undefined }) => (
  <i className={style.swatch} style={{ background: route ? routeMark(route.color).color : 'var(--route-none)' }} />
)

/** Example: +4.2 mi, +24 min */
export const totalWords = ({ distance_miles, minutes: added }: MovesOut['added']): string =>
  [signed(distance_miles, miles), signed(added, minutes)].join(', ')

export const lateCountWords = (data: MovesOut): string => {
  const late = data.routes.reduce((sum, { after }) => sum + after.late_stops, 0)
  return late === 0 ? words.regroup.noneLate : words.regroup.countLate(late)
}

/** The figures of each changed route before and after, and the total. */
export function CostTable({ day, data }: { day: DayOut; data: MovesOut | undefined }) {
  const zone = useSession().business.time_zone
  if (!data) return null
  return (
    <section aria-label={words.regroup.cost}>
      <h3>{words.regroup.cost}</h3>
      <table className={style.cost}>
        <thead>
          <tr>
            <th scope="col">{words.common.route}</th>
            <th scope="col">{words.regroup.stops}</th>
            <th scope="col">{words.regroup.back}</th>
            <th scope="col">{words.regroup.load}</th>
          </tr>
        </thead>
        <tbody>
          {data.routes.map((effect) => {
            const route = day.routes.find(({ route_uuid }) => route_uuid === effect.route_uuid)
            return (
              <tr key={effect.route_uuid}>
                <th scope="row">
                  <Swatch route={route} />
                  {effect.name}
                </th>
                <Change effect={effect} of={({ stop_count }) => String(stop_count)} />
                <Change effect={effect} of={({ planned_end: end }) => (end ? timeOf(end, zone) : '–')} />
                <Change
                  effect={effect}
                  of={({ load_weight_lbs }) => loadWords(load_weight_lbs, capacityOf(day, effect))}
                />
              </tr>
            )
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{words.regroup.total}</th>
            <td colSpan={3}>{totalWords(data.added)}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

function Change({ effect, of }: { effect: RouteEffect; of: (figures: RouteEffect['before']) => string }) {
  const [before, after] = [of(effect.before), of(effect.after)]
  return (
    <td>
      {before === after ? null : (
        <>
          <s className={style.was}>{before}</s> →{' '}
        </>
      )}
      {after}
    </td>
  )
}

const capacityOf = (day: DayOut, { route_uuid, name }: RouteEffect): number | null =>
  (day.routes.find((route) => route.route_uuid === route_uuid) ?? day.vehicles.find((vehicle) => vehicle.name === name))
    ?.capacity_lbs ?? null

const loadWords = (load: number, capacity: number | null): string =>
  capacity === null || capacity === 0 ? pounds(load) : percent(load / capacity)

/** One consequence of the change, in a sentence. */
export const Effect = ({
  icon,
  tone,
  children,
}: {
  icon: IconName
  tone?: 'good' | 'warn' | 'bad'
  children: ReactNode
}) => (
  <p className={style.effect}>
    <Icon name={icon} className={tone ? style[tone] : undefined} />
    <span>{children}</span>
  </p>
)

/** Late stops and the warnings of the changed routes. */
export function Effects({ data, children }: { data: MovesOut | undefined; children?: ReactNode }) {
  const late = data?.added.late_stops ?? 0
  return (
    <div className={style.effects}>
      {!data ? null : late > 0 ? (
        <Effect icon="clock" tone="bad">
          {words.regroup.moreLate(late)}
        </Effect>
      ) : (
        <Effect icon="checked" tone="good">
          {late < 0 ? words.regroup.fewerLate(-late) : words.regroup.noneBecomesLate}
        </Effect>
      )}
      {data?.routes.flatMap(({ route_uuid, name, warnings }) =>
        warnings
          .filter(({ code }) => code !== 'LATE')
          .map(({ message }) => (
            <Effect key={route_uuid + message} icon="warning" tone="warn">
              {words.day.warned(name, message)}
            </Effect>
          )),
      )}
      {children}
    </div>
  )
}
