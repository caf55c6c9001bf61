// Filters of the table: search, status, dates, and orders without a confirmed location.
import { useEffect, useState } from 'react'
import { FAR_FROM_ROAD, NO_ROUTE } from '../../../src/domain/orders/order-filters.ts'
import { ORDER_STATUSES } from '../../../src/domain/orders/order.ts'
import { Button } from '../../ui/button.tsx'
import { Field, SelectField } from '../../ui/field.tsx'
import { dayToIso, isoToDay } from '../../ui/format.ts'
import { words } from '../../words/locale.ts'
import style from './orders.module.css'
import { NOT_PLACED } from './view.ts'

const PAUSE_MS = 250

export function Filters({ view, onView }: { view: URLSearchParams; onView: (view: URLSearchParams) => void }) {
  const [typed, setTyped] = useState(view.get('search') ?? '')
  const [route, setRoute] = useState(view.get('route') ?? '')
  const set = (name: string, value: string) => {
    const next = new URLSearchParams(view)
    if (value) next.set(name, value)
    else next.delete(name)
    // Explicit dates replace a named span, and a span replaces dates.
    if (name === 'from' || name === 'to') next.delete('days')
    onView(next)
  }
  const setDays = (days: string) => {
    const next = new URLSearchParams(view)
    for (const name of ['from', 'to', 'days']) next.delete(name)
    if (days) next.set('days', days)
    onView(next)
  }
  useEffect(() => {
    const [name, value] =
      typed === (view.get('search') ?? '') ? (['route', route] as const) : (['search', typed] as const)
    if (value === (view.get(name) ?? '')) return
    const timer = setTimeout(() => set(name, value), PAUSE_MS)
    return () => clearTimeout(timer)
  })
  const day = (name: 'from' | 'to', label: string) => (
    <Field
      label={label}
      type="date"
      value={view.has(name) ? dayToIso(view.get(name) ?? '') : ''}
      onChange={(event) => set(name, event.target.value && isoToDay(event.target.value))}
    />
  )
  return (
    <search className={style.filters}>
      <Field
        label={words.orders.searchLabel}
        type="search"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <SelectField
        label={words.common.status}
        value={view.get('status') ?? ''}
        onChange={(event) => set('status', event.target.value)}
        none={words.common.any}
        options={ORDER_STATUSES.map((status) => [status, words.common.orderStatus[status]])}
      />
      <SelectField
        label={words.orders.days}
        value={view.get('days') ?? ''}
        onChange={(event) => setDays(event.target.value)}
        none={view.has('from') || view.has('to') ? words.orders.asGiven : words.common.any}
        options={Object.entries(words.orders.spans).map(([days, name]) => [days, name])}
      />
      {day('from', words.common.from)}
      {day('to', words.common.to)}
      <SelectField
        label={words.orders.location}
        value={view.get('placement') ?? ''}
        onChange={(event) => set('placement', event.target.value)}
        none={words.common.any}
        options={[
          [NOT_PLACED, words.orders.noExact],
          ['AMBIGUOUS', words.orders.whichOne],
          ['UNPLACED', words.orders.notFound],
          [FAR_FROM_ROAD, words.orders.farFromRoad],
        ]}
      />
      <Field
        label={words.common.route}
        type="search"
        list="route-choices"
        placeholder={words.common.any}
        value={route === NO_ROUTE ? words.orders.onNoRoute : route}
        onChange={({ target }) => setRoute(target.value === words.orders.onNoRoute ? NO_ROUTE : target.value)}
      />
      <datalist id="route-choices">
        <option value={words.orders.onNoRoute} />
      </datalist>
      <Button
        kind="quiet"
        onClick={() => {
          setTyped('')
          setRoute('')
          onView(new URLSearchParams())
        }}
      >
        {words.common.clear}
      </Button>
    </search>
  )
}
