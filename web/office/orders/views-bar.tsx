// Saved views of the table: predefined ones and the user's own.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OrderViewsOut } from '../../../src/contract/office/orders.ts'
import { call } from '../../api/client.ts'
import { endpointQuery } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { words } from '../../words/locale.ts'
import style from './orders.module.css'
import { NOT_PLACED, sameFilters } from './view.ts'

type Filters = Record<string, string>

interface View {
  name: string
  filters: Filters
  /** Message if no order matches. If absent, a general one applies. */
  none?: string
}

const defaultViews = (): View[] => [
  { name: words.common.today, filters: { days: 'today' }, none: words.orders.noneToday },
  {
    name: words.orders.needsLocation,
    filters: { status: 'OPEN', placement: NOT_PLACED },
    none: words.orders.noneNeedsLocation,
  },
  { name: words.orders.overdue, filters: { status: 'OPEN', days: 'past' }, none: words.orders.noneOverdue },
  { name: words.orders.allOrders, filters: {} },
]

/** Message if no order matches the filters. */
export const emptyResultText = (filters: Filters): string =>
  defaultViews().find((view) => sameFilters(view.filters, filters))?.none ?? words.orders.noneMatch

interface Props {
  filters: Filters
  onFilters: (filters: Filters) => void
}

export function ViewsBar({ filters, onFilters }: Props) {
  const client = useQueryClient()
  const own = useQuery(endpointQuery('GET /order-views')).data?.views ?? []
  const [naming, setNaming] = useState(false)
  const keep = (views: OrderViewsOut) => client.setQueryData(endpointQuery('GET /order-views').queryKey, views)
  const remove = useMutation({
    mutationFn: (name: string) => call('POST /order-views/delete', { body: { name } }),
    onSuccess: keep,
  })
  const shown = own.find((view) => sameFilters(view.filters, filters))
  const known = shown ?? defaultViews().find((view) => sameFilters(view.filters, filters))
  return (
    <div className={style.views}>
      <ul aria-label={words.orders.views}>
        {[...defaultViews(), ...own].map((view) => (
          <li key={view.name}>
            <button
              type="button"
              aria-pressed={sameFilters(view.filters, filters)}
              onClick={() => onFilters(view.filters)}
            >
              {view.name}
            </button>
          </li>
        ))}
      </ul>
      <Button kind="quiet" small reason={known ? words.orders.alreadyView : null} onClick={() => setNaming(true)}>
        {words.orders.saveView}
      </Button>
      {naming ? (
        <FormDialog
          title={words.orders.saveView}
          save={async (sent) =>
            keep(await call('POST /order-views', { body: { name: sent.text('name').trim(), filters } }))
          }
          onClose={() => setNaming(false)}
        >
          <Field label={words.orders.nameOfView} name="name" maxLength={60} autoFocus />
        </FormDialog>
      ) : null}
      {shown ? (
        <Button kind="quiet" small busy={remove.isPending} onClick={() => remove.mutate(shown.name)}>
          {words.orders.deleteView}
        </Button>
      ) : null}
      <p role="alert">{remove.error?.message}</p>
    </div>
  )
}
