// Table of webhook deliveries that can be selected, opened and sent again.
import type { LoggedDeliveryOut } from '../../../src/contract/office/integrations.ts'
import { Button } from '../../ui/button.tsx'
import { timeToSecond } from '../../ui/format.ts'
import { Table } from '../../ui/table.tsx'
import { words } from '../../words/locale.ts'
import log from '../log/log.module.css'
import { useSession } from '../session.tsx'
import { answerWords, DeliveryState } from './delivery-state.tsx'

interface TableProps {
  rows: readonly LoggedDeliveryOut[]
  chosen: ReadonlySet<string>
  onChosen: (chosen: ReadonlySet<string>) => void
  onOpen: (deliveryId: string) => void
  onReplay: (ids: readonly string[]) => Promise<void>
}

const columns = () => [
  words.integrations.event,
  words.orders.order,
  words.integrations.endpoint,
  words.common.state,
  words.integrations.lastAttempt,
  words.integrations.nextAttempt,
  words.integrations.created,
  words.integrations.sendAgainColumn,
]

export function DeliveriesTable({ rows, chosen, onChosen, onOpen, onReplay }: TableProps) {
  const { business } = useSession()
  const time = (instant: string) => <time dateTime={instant}>{timeToSecond(instant, business.time_zone)}</time>
  const chooseAll = (
    <input
      type="checkbox"
      aria-label={words.orders.chooseAll}
      checked={rows.every(({ delivery_id }) => chosen.has(delivery_id))}
      onChange={(event) => onChosen(new Set(event.target.checked ? rows.map(({ delivery_id }) => delivery_id) : []))}
    />
  )
  return (
    <Table scrolls label={words.integrations.table} columns={[{ name: 'Choose', head: chooseAll }, ...columns()]}>
      {rows.map((delivery) => (
        <tr key={delivery.delivery_id}>
          <td>
            <input
              type="checkbox"
              aria-label={words.integrations.choose(nameOf(delivery))}
              checked={chosen.has(delivery.delivery_id)}
              onChange={(event) => {
                const next = new Set(chosen)
                if (event.target.checked) next.add(delivery.delivery_id)
                else next.delete(delivery.delivery_id)
                onChosen(next)
              }}
            />
          </td>
          <td>
            <button type="button" className={log.open} onClick={() => onOpen(delivery.delivery_id)}>
              {delivery.event}
            </button>
          </td>
          <td>{delivery.external_ref ?? '–'}</td>
          <td className={log.break}>
            {delivery.endpoint.url}
            {delivery.endpoint.removed ? <span className={log.soft}> {words.integrations.removed}</span> : null}
          </td>
          <td>
            <DeliveryState status={delivery.status} />
          </td>
          <td>
            {delivery.last_attempt ? (
              <>
                {words.integrations.answeredIn(answerWords(delivery.last_attempt), delivery.last_attempt.duration_ms)}
                <br />
                <span className={log.soft}>{words.integrations.attempts(delivery.attempt_count)}</span>
              </>
            ) : (
              words.integrations.noneYet
            )}
          </td>
          <td>{delivery.next_attempt_at ? time(delivery.next_attempt_at) : '–'}</td>
          <td>{time(delivery.created_at)}</td>
          <td>
            <Button
              kind="quiet"
              aria-label={words.integrations.sendAgainOf(nameOf(delivery))}
              reason={delivery.endpoint.removed ? words.integrations.endpointRemoved : null}
              onClick={() => void onReplay([delivery.delivery_id])}
            >
              {words.integrations.sendAgain}
            </Button>
          </td>
        </tr>
      ))}
    </Table>
  )
}

const nameOf = ({ event, external_ref }: LoggedDeliveryOut): string =>
  external_ref ? `${event} ${external_ref}` : event
