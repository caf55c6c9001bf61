// The stored builds of a day: results, comparison of two builds, and running a build again.
import { useToday } from '../requested-date.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { KeptBuildOut, RunAgainOut } from '../../../src/contract/builds.ts'
import { call } from '../../api/client.ts'
import { endpointQuery } from '../../api/query.ts'
import { resultMessage } from '../../api/result-message.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { dayToIso, miles, minutes, timeAndDay } from '../../ui/format.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { Figure, Table } from '../../ui/table.tsx'
import { words } from '../../words/locale.ts'
import { Link } from '../link.tsx'
import log from '../log/log.module.css'
import { useView } from '../log/view.ts'
import { useRoleReason, useSession } from '../session.tsx'
import { Comparison } from './comparison.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Page } from '../../ui/page.tsx'

export default function BuildsPage() {
  const { params, change, boundDay } = useView()
  const today = useToday()
  const date = params.get('date') ?? today
  const builds = useQuery(endpointQuery('GET /builds', { query: { date } }))
  const chosen = [params.get('a'), params.get('b')].filter((id) => id !== null)
  const toggle = (id: string): void => {
    const [a = '', b = ''] = chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id].slice(-2)
    change({ a, b })
  }
  return (
    <Page
      wide
      title={words.build.builds}
      lead={words.build.buildsLead}
      actions={<Link href={`/?date=${dayToIso(date)}`}>{words.build.back}</Link>}
    >
      <div className={log.filters}>
        <Field label={words.common.day} {...boundDay('date')} value={dayToIso(date)} />
      </div>
      <QueryState query={builds} what={words.build.theBuilds}>
        {(read) =>
          read.length === 0 ? (
            <Empty>{words.build.noneKept}</Empty>
          ) : (
            <BuildList builds={read} chosen={chosen} onToggle={toggle} />
          )
        }
      </QueryState>
      {chosen[0] && chosen[1] ? (
        <Comparison key={chosen.join()} before={chosen[0]} after={chosen[1]} />
      ) : (
        <p className={log.soft}>{words.build.chooseTwo}</p>
      )}
    </Page>
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
      label={words.build.ofTheDay}
      scrolls
      columns={[
        words.build.columnCompare,
        words.build.columnBuilt,
        words.build.columnPlan,
        figure(words.common.vehicles),
        figure(words.common.stops),
        figure(words.common.distance),
        figure(words.common.driving),
        figure(words.build.columnDays),
        figure(words.build.crossings),
        figure(words.common.unassigned),
        words.build.columnSeed,
        words.build.columnAgain,
      ]}
    >
      {builds.map((build) => {
        const { build_uuid: id, made_at: madeAt } = build
        const name = `${words.build.balances[build.balance]}, ${timeAndDay(build.created_at, zone)}`
        return (
          <tr key={id}>
            <td>
              <input
                type="checkbox"
                aria-label={words.build.compare(name)}
                checked={chosen.includes(id)}
                onChange={() => onToggle(id)}
              />
            </td>
            <td>
              {timeAndDay(build.created_at, zone)}
              <br />
              <span className={log.soft}>{madeAt ? words.build.madeRoutes : words.build.proposedOnly}</span>
            </td>
            <td>{words.build.balances[build.balance]}</td>
            <Figure>{build.routes_count}</Figure>
            <Figure>{build.stop_count}</Figure>
            <Figure>{miles(build.distance_miles)}</Figure>
            <Figure>{minutes(build.drive_minutes)}</Figure>
            <Figure>{words.build.between(minutes(build.shortest_minutes), minutes(build.longest_minutes))}</Figure>
            <Figure>{build.crossings}</Figure>
            <Figure>{build.unassigned_count}</Figure>
            <td>
              {build.seed}, <code>{build.engine}</code>
              {build.same_engine ? null : <span className={log.soft}> {words.build.anotherEngine}</span>}
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
  const role = useRoleReason('planRoutes')
  const [said, setSaid] = useState('')
  const [busy, setBusy] = useState(false)
  const run = async (): Promise<void> => {
    setBusy(true)
    const again = call('POST /builds/{build_uuid}/run-again', { params: { build_uuid: id } })
    setSaid(await resultMessage(again, reproducibilityText))
    setBusy(false)
  }
  return (
    <>
      <Button
        kind="quiet"
        busy={busy}
        reason={role}
        aria-label={words.build.runAgainOf(name)}
        onClick={() => void run()}
      >
        {words.build.runAgain}
      </Button>
      <span role="status">{busy ? ` ${words.build.running}` : ` ${said}`}</span>
    </>
  )
}

function reproducibilityText({ same, changes }: RunAgainOut): string {
  if (same) return words.build.samePlan
  if (changes === null) return words.build.engineChanged
  return words.build.anotherPlan(changes.length)
}
