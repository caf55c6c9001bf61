// The builds of a day: what each came to, two of them side by side, and each run again.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { KeptBuildOut, RunAgainOut } from '../../../src/contract/builds.ts'
import { call } from '../../api/client.ts'
import { read } from '../../api/query.ts'
import { saidOf } from '../../api/said.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { dayToIso, isoToDay, miles, minutes, plural, timeAndDay } from '../../ui/format.ts'
import page from '../../ui/page.module.css'
import { QueryState } from '../../ui/query-state.tsx'
import { Figure, Table } from '../../ui/table.tsx'
import { BALANCE_NAMES } from '../day/balance-names.ts'
import { Link } from '../link.tsx'
import log from '../log/log.module.css'
import { useView } from '../log/view.ts'
import { useRoleReason, useSession } from '../session.tsx'
import { Comparison } from './comparison.tsx'

export default function BuildsPage() {
  const { business } = useSession()
  const { params, change, boundDay } = useView()
  const today = isoToDay(new Intl.DateTimeFormat('en-CA', { timeZone: business.time_zone }).format(new Date()))
  const date = params.get('date') ?? today
  const builds = useQuery(read('GET /builds', { query: { date } }))
  const chosen = [params.get('a'), params.get('b')].filter((id) => id !== null)
  const toggle = (id: string): void => {
    const [a = '', b = ''] = chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id].slice(-2)
    change({ a, b })
  }
  return (
    <div className={log.page}>
      <h1>Builds</h1>
      <p className={log.soft}>
        Each build as it was planned, whatever became of its routes. Builds are kept for 30 days, proposed plans that
        nobody chose for one. <Link href={`/?date=${dayToIso(date)}`}>Back to the day</Link>
      </p>
      <div className={log.filters}>
        <Field label="Day" {...boundDay('date')} value={dayToIso(date)} />
      </div>
      <QueryState query={builds} what="the builds">
        {(read) =>
          read.length === 0 ? (
            <p className={page.empty}>No builds of this day are kept.</p>
          ) : (
            <BuildList builds={read} chosen={chosen} onToggle={toggle} />
          )
        }
      </QueryState>
      {chosen[0] && chosen[1] ? (
        <Comparison key={chosen.join()} before={chosen[0]} after={chosen[1]} />
      ) : (
        <p className={log.soft}>Choose two builds to lay them side by side.</p>
      )}
    </div>
  )
}

interface ListProps {
  builds: readonly KeptBuildOut[]
  chosen: readonly string[]
  onToggle: (id: string) => void
}

function BuildList({ builds, chosen, onToggle }: ListProps) {
  const zone = useSession().business.time_zone
  const figure = (name: string) => ({ name, figure: true as const })
  return (
    <Table
      label="Builds of the day"
      scrolls
      columns={[
        '(Compare)',
        'Built',
        'Plan',
        figure('Vehicles'),
        figure('Stops'),
        figure('Distance'),
        figure('Driving'),
        figure('Days'),
        figure('Crossings'),
        figure('Unassigned'),
        'Seed, engine',
        '(Run again)',
      ]}
    >
      {builds.map((build) => {
        const { build_uuid: id, made_at: madeAt } = build
        const name = `${BALANCE_NAMES[build.balance]}, ${timeAndDay(build.created_at, zone)}`
        return (
          <tr key={id}>
            <td>
              <input
                type="checkbox"
                aria-label={`Compare ${name}`}
                checked={chosen.includes(id)}
                onChange={() => onToggle(id)}
              />
            </td>
            <td>
              {timeAndDay(build.created_at, zone)}
              <br />
              <span className={log.soft}>{madeAt ? 'made the day’s routes' : 'proposed only'}</span>
            </td>
            <td>{BALANCE_NAMES[build.balance]}</td>
            <Figure>{build.routes_count}</Figure>
            <Figure>{build.stop_count}</Figure>
            <Figure>{miles(build.distance_miles)}</Figure>
            <Figure>{minutes(build.drive_minutes)}</Figure>
            <Figure>
              {minutes(build.shortest_minutes)} to {minutes(build.longest_minutes)}
            </Figure>
            <Figure>{build.crossings}</Figure>
            <Figure>{build.unassigned_count}</Figure>
            <td>
              {build.seed}, <code>{build.engine}</code>
              {build.same_engine ? null : <span className={log.soft}> (another engine)</span>}
            </td>
            <td>
              <RunAgain id={id} name={name} />
            </td>
          </tr>
        )
      })}
    </Table>
  )
}

function RunAgain({ id, name }: { id: string; name: string }) {
  const role = useRoleReason('DISPATCHER')
  const [said, setSaid] = useState('')
  const [busy, setBusy] = useState(false)
  const run = async (): Promise<void> => {
    setBusy(true)
    const again = call('POST /builds/{build_uuid}/run-again', { params: { build_uuid: id } })
    setSaid(await saidOf(again, sameness))
    setBusy(false)
  }
  return (
    <>
      <Button kind="quiet" busy={busy} reason={role} aria-label={`Run again: ${name}`} onClick={() => void run()}>
        Run again
      </Button>
      <span role="status">{busy ? ' Running …' : ` ${said}`}</span>
    </>
  )
}

function sameness({ same, changes }: RunAgainOut): string {
  if (same) return 'The same plan, every route and time.'
  if (changes === null) return 'The engine has changed since, and can’t take the same steps.'
  return `Another plan: ${plural(changes.length, 'stop')} elsewhere. The engine has changed since.`
}
