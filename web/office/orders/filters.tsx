// Filters of the table: a search field, a chip for each filter in use, and a menu that adds one.
import { type ReactNode, useState } from 'react'
import { FAR_FROM_ROAD, NO_ROUTE } from '../../../src/domain/orders/order-filters.ts'
import { ORDER_STATUSES } from '../../../src/domain/orders/order.ts'
import { Button } from '../../ui/button.tsx'
import { dayToIso, isoToDay } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { MenuButton, MenuChoice } from '../../ui/menu.tsx'
import { useTyped } from '../../ui/use-typed.ts'
import { words } from '../../words/locale.ts'
import { DayFilter, SelectFilter, TextFilter } from '../log/filters.tsx'
import { TypedField } from '../log/typed-field.tsx'
import style from './orders.module.css'
import { NOT_PLACED } from './view.ts'

const KINDS = ['status', 'days', 'dates', 'placement', 'route'] as const
type Kind = (typeof KINDS)[number]

/** Parameters of the URL that each filter sets. */
const NAMES: Record<Kind, readonly string[]> = {
  status: ['status'],
  days: ['days'],
  dates: ['from', 'to'],
  placement: ['placement'],
  route: ['route'],
}

const kindName = (kind: Kind): string =>
  ({
    status: words.common.status,
    days: words.orders.days,
    dates: words.orders.dates,
    placement: words.orders.location,
    route: words.common.route,
  })[kind]

interface Props {
  view: URLSearchParams
  onView: (view: URLSearchParams) => void
  /** Content at the right end. */
  children: ReactNode
}

export function Filters({ view, onView, children }: Props) {
  const search = view.get('search') ?? ''
  const [added, setAdded] = useState<readonly Kind[]>([])
  const shown = KINDS.filter((kind) => added.includes(kind) || NAMES[kind].some((name) => view.has(name)))
  const set = (changes: Record<string, string>): void => {
    const next = new URLSearchParams(view)
    for (const [name, value] of Object.entries(changes))
      if (value) next.set(name, value)
      else next.delete(name)
    onView(next)
  }
  const remove = (kind: Kind): void => {
    setAdded(added.filter((one) => one !== kind))
    set(Object.fromEntries(NAMES[kind].map((name) => [name, ''])))
  }
  const left = KINDS.filter((kind) => !shown.includes(kind))
  return (
    <search className={style.filters}>
      <TypedField
        label={words.orders.searchLabel}
        isPlaceholder
        value={search}
        onTyped={(text) => set({ search: text })}
      />
      {shown.map((kind) => (
        <Chip key={kind} kind={kind} view={view} onSet={set} onRemove={() => remove(kind)} />
      ))}
      {left.length > 0 ? (
        <MenuButton
          label={words.orders.addFilter}
          named
          icon={<Icon name="plus" />}
          onAction={(kind) => setAdded([...added, kind as Kind])}
        >
          {left.map((kind) => (
            <MenuChoice key={kind} id={kind} name={kindName(kind)} />
          ))}
        </MenuButton>
      ) : null}
      {shown.length > 0 || search ? (
        <Button
          kind="quiet"
          onClick={() => {
            setAdded([])
            onView(new URLSearchParams())
          }}
        >
          {words.common.clear}
        </Button>
      ) : null}
      <span className={style.space} />
      {children}
    </search>
  )
}

interface ChipProps {
  kind: Kind
  view: URLSearchParams
  onSet: (changes: Record<string, string>) => void
  onRemove: () => void
}

function Chip({ kind, view, onSet, onRemove }: ChipProps) {
  const label = kindName(kind)
  const value = (name: string): string => view.get(name) ?? ''
  const remove = { onRemove, removeLabel: words.orders.removeFilter(label) }
  if (kind === 'dates')
    return (
      <>
        <DayFilter label={words.common.from} {...dayOf('from', value('from'), onSet)} />
        <DayFilter label={words.common.to} {...dayOf('to', value('to'), onSet)} {...remove} />
      </>
    )
  if (kind === 'route') return <RouteChip label={label} value={value('route')} onSet={onSet} {...remove} />
  return (
    <SelectFilter
      label={label}
      value={value(kind)}
      none={words.common.any}
      options={optionsOf(kind)}
      onChange={({ target }) =>
        // A named span of days replaces dates.
        onSet({ [kind]: target.value, ...(kind === 'days' && { from: '', to: '' }) })
      }
      {...remove}
    />
  )
}

/** Attributes of a date field. Dates replace a named span of days. */
const dayOf = (name: 'from' | 'to', value: string, onSet: ChipProps['onSet']) => ({
  type: 'date',
  value: value && dayToIso(value),
  onChange: ({ target }: { target: { value: string } }) =>
    onSet({ [name]: target.value && isoToDay(target.value), days: '' }),
})

const optionsOf = (kind: 'status' | 'days' | 'placement'): [value: string, name: string][] =>
  kind === 'status'
    ? ORDER_STATUSES.map((status) => [status, words.common.orderStatus[status]])
    : kind === 'days'
      ? Object.entries(words.orders.spans)
      : [
          [NOT_PLACED, words.orders.noExact],
          ['AMBIGUOUS', words.orders.whichOne],
          ['UNPLACED', words.orders.notFound],
          [FAR_FROM_ROAD, words.orders.farFromRoad],
        ]

interface RouteProps {
  label: string
  value: string
  onSet: ChipProps['onSet']
  onRemove: () => void
  removeLabel: string
}

function RouteChip({ label, value, onSet, ...remove }: RouteProps) {
  const [route, setRoute] = useTyped(value, (typed) => onSet({ route: typed }))
  return (
    <>
      <TextFilter
        label={label}
        type="search"
        list="route-choices"
        placeholder={words.common.any}
        value={route === NO_ROUTE ? words.orders.onNoRoute : route}
        onChange={({ target }) => setRoute(target.value === words.orders.onNoRoute ? NO_ROUTE : target.value)}
        {...remove}
      />
      <datalist id="route-choices">
        <option value={words.orders.onNoRoute} />
      </datalist>
    </>
  )
}
