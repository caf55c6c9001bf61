// Goods of each vehicle of a day, and whether they are loaded, for people who load.
import { DayField, useRequestedDate } from '../requested-date.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { LoadsOut } from '../../../src/contract/office/loads.ts'
import { call } from '../../api/client.ts'
import { endpointQuery, useInvalidate } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Check, Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { timeOf } from '../../ui/format.ts'
import { Page } from '../../ui/page.tsx'
import page from '../../ui/page.module.css'
import { QueryState } from '../../ui/query-state.tsx'
import { Table } from '../../ui/table.tsx'
import { words } from '../../words/locale.ts'
import { useSession } from '../session.tsx'
import { HandIns } from './hand-ins.tsx'
import style from './loads.module.css'

type LoadedRoute = LoadsOut['routes'][number]
type Load = LoadedRoute['loads'][number]

export default function LoadsPage() {
  const zone = useSession().business.time_zone
  const date = useRequestedDate()
  const query = useQuery(endpointQuery('GET /loads', { query: { date } }))
  const again = useInvalidate()
  const [checking, setChecking] = useState<{ route: LoadedRoute; load: Load } | null>(null)
  const [said, setSaid] = useState('')
  return (
    <Page title={words.loads.title} lead={words.loads.lead}>
      <div className={style.day}>
        <DayField date={date} />
      </div>
      <p role="status" className={page.said}>
        {said}
      </p>
      <QueryState query={query} what={words.loads.theLoads}>
        {({ routes }) =>
          routes.length === 0 ? (
            <Empty>{words.loads.none}</Empty>
          ) : (
            routes.map((route) => (
              <section key={route.route_uuid} className={page.section} aria-label={route.name}>
                <h2>{route.name}</h2>
                <p className={page.soft}>{routeSummary(route, zone)}</p>
                {route.loads.map((load) => (
                  <LoadTable key={load.trip} {...{ route, load }} onCheck={() => setChecking({ route, load })} />
                ))}
              </section>
            ))
          )
        }
      </QueryState>
      <HandIns date={date} />
      {checking ? (
        <CheckDialog
          {...checking}
          onClose={() => setChecking(null)}
          onChecked={() => {
            setSaid(words.loads.isChecked(checking.route.name))
            setChecking(null)
            void again('GET /loads')
          }}
        />
      ) : null}
    </Page>
  )
}

const routeSummary = ({ vehicle, driver, planned_start: start }: LoadedRoute, zone: string): string =>
  [vehicle, driver ?? words.common.noDriver, ...(start ? [words.loads.leaves(timeOf(start, zone))] : [])].join(' · ')

const pieceCount = ({ stops }: Load): number => stops.reduce((sum, { pieces }) => sum + pieces.length, 0)

const refusalOf = ({ status }: LoadedRoute): string | null => {
  if (status === 'PLANNED') return words.loads.notSent
  return status === 'DISPATCHED' || status === 'IN_PROGRESS' ? null : words.loads.over
}

function LoadTable({ route, load, onCheck }: { route: LoadedRoute; load: Load; onCheck: () => void }) {
  const check = load.check ? words.loads.checkAgain : words.loads.check
  return (
    <>
      <div className={page.head}>
        <h3>
          {words.loads.load(load.trip)} · {words.loads.pieces(pieceCount(load))}
        </h3>
        <Button reason={refusalOf(route)} aria-label={words.loads.ofRoute(check, route.name)} onClick={onCheck}>
          {check}
        </Button>
      </div>
      <LoadCheckStatus load={load} />
      <Table columns={[words.common.stops, words.common.reference, words.common.items, words.common.goods]}>
        {load.stops.map((stop) => (
          <tr key={stop.stop_uuid}>
            <td>{stop.sequence}</td>
            <td>{stop.external_ref}</td>
            <td>
              <ul className={style.pieces}>
                {stop.pieces.map(({ code, name }, i) => (
                  <li key={i}>
                    {name} <code>{code}</code>
                  </li>
                ))}
              </ul>
            </td>
            <td>{words.common.temperature[stop.temperature_class]}</td>
          </tr>
        ))}
      </Table>
    </>
  )
}

function LoadCheckStatus({ load: { check, stops } }: { load: Load }) {
  const zone = useSession().business.time_zone
  if (!check) return null
  const time = timeOf(check.checked_at, zone)
  const missing = check.missing.map(({ code }) => code).join(', ')
  const known = new Set(check.order_uuids)
  return (
    <p>
      {missing ? words.loads.checkedMissing(time, missing) : words.loads.checked(time)}
      {check.reason ? ` (${check.reason})` : ''}
      {stops.some(({ order_uuid }) => !known.has(order_uuid)) ? ` ${words.loads.addedSince}` : ''}
    </p>
  )
}

interface CheckProps {
  route: LoadedRoute
  load: Load
  onClose: () => void
  onChecked: () => void
}

function CheckDialog({ route, load, onClose, onChecked }: CheckProps) {
  const all = load.stops.flatMap(({ stop_uuid: id, pieces }) => pieces.map((piece, i) => ({ ...piece, id, i })))
  const nameOf = ({ id, i }: { id: string; i: number }): string => `${id} ${i}`
  return (
    <FormDialog
      title={words.loads.ofRoute(words.loads.check, route.name)}
      action={words.loads.done}
      draft={`load ${route.route_uuid} ${load.trip}`}
      onClose={onClose}
      onSaved={onChecked}
      save={(sent) => {
        const there = all.filter((piece) => sent.isOn(nameOf(piece)))
        const missing = all.filter((piece) => !there.includes(piece))
        const codes = (pieces: typeof all) => pieces.map(({ code }) => code)
        return call('POST /routes/{route_uuid}/load-check', {
          params: { route_uuid: route.route_uuid },
          body: {
            trip: load.trip,
            scanned: [],
            by_hand: codes(there),
            missing: codes(missing),
            reason: sent.orNull('reason'),
          },
        })
      }}
    >
      <p>{words.loads.tick}</p>
      {load.stops.map((stop) => (
        <fieldset key={stop.stop_uuid} className={style.stop}>
          <legend>{words.loads.stop(stop.sequence, stop.external_ref)}</legend>
          {stop.pieces.map(({ code, name }, i) => (
            <Check key={i} name={nameOf({ id: stop.stop_uuid, i })}>
              {name} <code>{code}</code>
            </Check>
          ))}
        </fieldset>
      ))}
      <Field label={words.loads.missing} name="reason" />
    </FormDialog>
  )
}
