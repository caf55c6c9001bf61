// Goods and cash that drivers bring back at the end of a day's routes. The office confirms the goods and the cash of each route.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { HandInsOut } from '../../../src/contract/office/hand-ins.ts'
import { money } from '../../../src/domain/routes/door-checks.ts'
import { call } from '../../api/client.ts'
import { endpointQuery, useInvalidate } from '../../api/query.ts'
import { useActionRunner } from '../../api/run.ts'
import { Button } from '../../ui/button.tsx'
import { Check, Field, TextField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { miles, minutes, timeOf } from '../../ui/format.ts'
import page from '../../ui/page.module.css'
import { Figure, Table } from '../../ui/table.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { locale, words } from '../../words/locale.ts'
import { useSession } from '../session.tsx'
import style from './loads.module.css'

type EndedRoute = HandInsOut['routes'][number]

export function HandIns({ date }: { date: string }) {
  const query = useQuery(endpointQuery('GET /hand-ins', { query: { date } }))
  const again = useInvalidate()
  const [confirming, setConfirming] = useState<EndedRoute | null>(null)
  const refresh = () => again('GET /hand-ins')
  return (
    <QueryState query={query} what={words.loads.theReturns}>
      {({ routes }) =>
        routes.length === 0 ? null : (
          <section className={page.section} aria-label={words.loads.returns}>
            <h2>{words.loads.returns}</h2>
            <DayTotals routes={routes} />
            {routes.map((route) => (
              <RouteEnd
                key={route.route_uuid}
                route={route}
                onConfirm={() => setConfirming(route)}
                onUndone={() => void refresh()}
              />
            ))}
            {confirming ? (
              <ConfirmDialog
                route={confirming}
                onClose={() => setConfirming(null)}
                onConfirmed={() => {
                  setConfirming(null)
                  void refresh()
                }}
              />
            ) : null}
          </section>
        )
      }
    </QueryState>
  )
}

function DayTotals({ routes }: { routes: readonly EndedRoute[] }) {
  const open = routes.filter(({ handed_in }) => !handed_in).length
  return <p className={page.soft}>{words.loads.confirmedOf(routes.length - open, routes.length)}</p>
}

interface RouteEndProps {
  route: EndedRoute
  onConfirm: () => void
  onUndone: () => void
}

function RouteEnd({ route, onConfirm, onUndone }: RouteEndProps) {
  const { loads } = words
  const { run, said } = useActionRunner()
  const params = { route_uuid: route.route_uuid }
  const undo = async (): Promise<void> => {
    await call('POST /routes/{route_uuid}/hand-in/undo', { params })
  }
  return (
    <section aria-label={loads.ofRoute(loads.returns, route.name)}>
      <div className={page.head}>
        <h3>{route.name}</h3>
        {route.handed_in ? (
          <Button
            aria-label={loads.ofRoute(loads.undoReceived, route.name)}
            onClick={() => void run(undo).then(onUndone)}
          >
            {loads.undoReceived}
          </Button>
        ) : (
          <Button aria-label={loads.ofRoute(loads.receive, route.name)} onClick={onConfirm}>
            {loads.receive}
          </Button>
        )}
      </div>
      <p role="status">{said}</p>
      <p className={page.soft}>{factsOf(route)}</p>
      {route.note ? <p>{loads.driverNote(route.note)}</p> : null}
      <Received route={route} />
      <Goods route={route} />
      <Cash route={route} />
    </section>
  )
}

const factsOf = (route: EndedRoute): string =>
  [
    route.driver ?? words.common.noDriver,
    words.loads.outcomes(route.delivered, route.failed, route.skipped),
    route.driven_miles === null ? null : miles(route.driven_miles),
    route.minutes === null ? null : minutes(route.minutes),
  ]
    .filter((fact) => fact !== null)
    .join(' · ')

function Received({ route: { handed_in: received } }: { route: EndedRoute }) {
  const zone = useSession().business.time_zone
  if (!received) return null
  const { at, cash, expected, currency, missing, note } = received
  return (
    <p>
      {[
        words.loads.received(timeOf(at, zone)),
        cash === expected
          ? null
          : words.loads.cashDiffers(money(cash, currency, locale()), money(expected, currency, locale())),
        missing.length > 0 ? words.loads.notBack(missing.join(', ')) : null,
        note,
      ]
        .filter((part) => part !== null)
        .join(' ')}
    </p>
  )
}

function Goods({ route: { name, goods } }: { route: EndedRoute }) {
  if (goods.length === 0) return null
  return (
    <Table
      label={words.loads.ofRoute(words.loads.toReturn, name)}
      columns={[words.common.reference, words.common.items, words.common.reason, words.common.goods]}
    >
      {goods.map((line) => (
        <tr key={line.order_uuid}>
          <th scope="row">{line.external_ref}</th>
          <td>{itemsText(line)}</td>
          <td>{line.reason}</td>
          <td>{words.common.temperature[line.temperature_class]}</td>
        </tr>
      ))}
    </Table>
  )
}

const itemsText = ({ items }: EndedRoute['goods'][number]): string =>
  items.length > 0 ? items.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ') : words.loads.whole

function Cash({ route: { name, cash, cash_expected: total, currency } }: { route: EndedRoute }) {
  if (cash.length === 0) return null
  return (
    <Table
      label={words.loads.ofRoute(words.loads.cash, name)}
      columns={[words.common.reference, words.common.reason, { name: words.loads.cash, figure: true }]}
      foot={
        <tr>
          <th scope="row" colSpan={2}>
            {words.reports.total}
          </th>
          <Figure>{money(total, currency, locale())}</Figure>
        </tr>
      }
    >
      {cash.map((line) => (
        <tr key={line.order_uuid}>
          <th scope="row">{line.external_ref}</th>
          <td>{[line.method === 'CHECK' && words.loads.byCheck, line.reason].filter(Boolean).join(' · ')}</td>
          <Figure>{money(line.amount, line.currency, locale())}</Figure>
        </tr>
      ))}
    </Table>
  )
}

interface ConfirmProps {
  route: EndedRoute
  onClose: () => void
  onConfirmed: () => void
}

function ConfirmDialog({ route, onClose, onConfirmed }: ConfirmProps) {
  const { loads } = words
  return (
    <FormDialog
      title={loads.ofRoute(loads.receive, route.name)}
      action={loads.confirmReceived}
      onClose={onClose}
      onSaved={onConfirmed}
      values={{ cash: route.cash_expected }}
      save={(sent) =>
        call('POST /routes/{route_uuid}/hand-in', {
          params: { route_uuid: route.route_uuid },
          body: {
            cash: sent.text('cash').trim(),
            missing: route.goods.flatMap(({ order_uuid }) => (sent.isOn(order_uuid) ? [] : [order_uuid])),
            note: sent.orNull('note'),
          },
        })
      }
    >
      {route.goods.length > 0 ? <p>{loads.tickReturned}</p> : null}
      {route.goods.map((line) => (
        <div key={line.order_uuid} className={style.stop}>
          <Check name={line.order_uuid}>
            {line.external_ref}: {itemsText(line)}
          </Check>
        </div>
      ))}
      <Field
        label={loads.countedCash(route.currency)}
        name="cash"
        required
        inputMode="decimal"
        hint={loads.expectedCash(money(route.cash_expected, route.currency, locale()))}
      />
      <TextField label={loads.discrepancy} name="note" maxLength={500} rows={2} />
    </FormDialog>
  )
}
