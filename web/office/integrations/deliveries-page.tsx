// Log of webhook deliveries, filtered by state, endpoint, event, order and day. One, several or all undelivered ones can be
// sent again.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { EVENT_NAMES } from '../../../src/domain/webhooks/event-names.ts'
import type { ListedEndpointOut } from '../../../src/contract/office/integrations.ts'
import { DELIVERY_STATUSES } from '../../../src/domain/webhooks/webhook.ts'
import { ApiError, call } from '../../api/client.ts'
import { endpointQuery, useInvalidate } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import page from '../../ui/page.module.css'
import { words } from '../../words/locale.ts'
import { DayFilter, Filters, SelectFilter } from '../log/filters.tsx'
import log from '../log/log.module.css'
import { Paged, usePages } from '../log/paged.tsx'
import { TypedField } from '../log/typed-field.tsx'
import { useView } from '../log/view.ts'
import { DeliveriesTable } from './deliveries-table.tsx'
import { DeliveryDetail } from './delivery-detail.tsx'
import { UndeliveredDialog } from './undelivered-dialog.tsx'

const FILTERS = ['status', 'endpoint', 'event', 'reference', 'from', 'to']
const REFRESH_MS = 5_000
/** Maximum number of deliveries in one request. */
const MAX_CHOSEN = 500

export function DeliveriesPage() {
  const again = useInvalidate()
  const view = useView(FILTERS)
  const { filters, isFiltered } = view
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [opened, setOpened] = useState<string | null>(null)
  const [resends, setResends] = useState(false)
  const [said, setSaid] = useState('')
  const endpoints = useQuery(endpointQuery('GET /webhooks/subscriptions'))
  const pages = usePages('GET /webhook-deliveries', filters, REFRESH_MS)
  const sentAgain = async (count: number): Promise<void> => {
    setSaid(count === 0 ? words.integrations.nothingToResend : words.integrations.resending(count))
    setChosen(new Set())
    await again('GET /webhook-deliveries', 'GET /webhook-deliveries/{delivery_id}')
  }
  const replay = async (ids: readonly string[]): Promise<void> => {
    try {
      const { deliveries } = await call('POST /webhook-deliveries/replay', { body: { delivery_ids: [...ids] } })
      await sentAgain(deliveries)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setSaid(error.message)
    }
  }
  return (
    <>
      <h2>{words.integrations.webhookDeliveries}</h2>
      <DeliveryFilters view={view} endpoints={endpoints.data} />
      <p role="status" className={page.said}>
        {said}
      </p>
      <div className={log.bar}>
        <Button reason={reasonNotToSend(chosen.size)} onClick={() => void replay([...chosen])}>
          {chosen.size > 0 ? words.integrations.sendCount(chosen.size) : words.integrations.sendChosen}
        </Button>
        <Button reason={endpoints.data?.length ? null : words.integrations.noEndpoint} onClick={() => setResends(true)}>
          {words.integrations.resendAllAsk}
        </Button>
      </div>
      <Paged
        pages={pages}
        what={words.integrations.deliveries}
        rowsOf={({ deliveries }) => deliveries}
        empty={isFiltered ? <p>{words.integrations.noMatch}</p> : <p>{words.integrations.nothingSent}</p>}
      >
        {(rows) => (
          <DeliveriesTable rows={rows} chosen={chosen} onChosen={setChosen} onOpen={setOpened} onReplay={replay} />
        )}
      </Paged>
      {opened ? (
        <DeliveryDetail deliveryId={opened} onClose={() => setOpened(null)} onReplay={() => replay([opened])} />
      ) : null}
      {resends ? (
        <UndeliveredDialog
          endpoints={endpoints.data ?? []}
          chosen={filters.endpoint ?? ''}
          onClose={() => setResends(false)}
          onSent={(count) => {
            setResends(false)
            void sentAgain(count)
          }}
        />
      ) : null}
    </>
  )
}

function reasonNotToSend(chosen: number): string | null {
  if (chosen === 0) return words.integrations.chooseFirst
  return chosen > MAX_CHOSEN ? words.integrations.atMost(MAX_CHOSEN) : null
}

interface FiltersProps {
  view: ReturnType<typeof useView>
  endpoints: readonly ListedEndpointOut[] | undefined
}

function DeliveryFilters({ view: { filters, change, clear, bound, boundDay }, endpoints }: FiltersProps) {
  return (
    <Filters>
      <TypedField
        label={words.integrations.orderReference}
        isPlaceholder
        value={filters.reference ?? ''}
        onTyped={(reference) => change({ reference })}
      />
      <SelectFilter
        label={words.common.state}
        {...bound('status')}
        none={words.common.any}
        options={DELIVERY_STATUSES.map((status) => [status, words.integrations.states[status]])}
      />
      <SelectFilter
        label={words.integrations.endpoint}
        {...bound('endpoint')}
        none={words.common.any}
        options={endpoints?.map(({ endpoint_uuid, url }) => [endpoint_uuid, url])}
      />
      <SelectFilter
        label={words.integrations.event}
        {...bound('event')}
        none={words.common.any}
        options={[...EVENT_NAMES, 'endpoint.test'].map((name) => [name, name])}
      />
      <DayFilter label={words.common.from} {...boundDay('from')} />
      <DayFilter label={words.common.to} {...boundDay('to')} />
      <Button kind="quiet" onClick={clear}>
        {words.common.clear}
      </Button>
    </Filters>
  )
}
