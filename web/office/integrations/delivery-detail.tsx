// One webhook delivery: the body it posts, and every attempt with what was answered.
import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { timeToSecond } from '../../ui/format.ts'
import page from '../../ui/page.module.css'
import { QueryState } from '../../ui/query-state.tsx'
import log from '../log/log.module.css'
import { useSession } from '../session.tsx'
import { answerWords, DeliveryState } from './delivery-state.tsx'

interface Props {
  deliveryId: string
  onClose: () => void
  onReplay: () => Promise<void>
}

export function DeliveryDetail({ deliveryId, onClose, onReplay }: Props) {
  const { business } = useSession()
  const delivery = useQuery({
    ...read('GET /webhook-deliveries/{delivery_id}', { params: { delivery_id: deliveryId } }),
    refetchInterval: 5_000,
  })
  const time = (instant: string) => timeToSecond(instant, business.time_zone)
  return (
    <Dialog title="Webhook delivery" onClose={onClose}>
      <QueryState query={delivery} what="the delivery">
        {(one) => (
          <div className={log.attempts}>
            <p>
              <strong>{one.event}</strong> <DeliveryState status={one.status} />
            </p>
            <p className={`${page.soft} ${log.break}`}>
              {one.endpoint.url}
              {one.endpoint.removed ? ' (removed)' : ''}
            </p>
            <p className={page.soft}>
              Delivery id <code className={log.break}>{one.delivery_id}</code>
            </p>
            {one.next_attempt_at ? <p>Next attempt {time(one.next_attempt_at)}</p> : null}
            <h3>Attempts</h3>
            {one.attempts.length === 0 ? <p className={page.soft}>None yet.</p> : null}
            <ol className={log.attempts}>
              {one.attempts.map((attempt) => (
                <li key={attempt.at}>
                  {time(attempt.at)}: {answerWords(attempt)}, {attempt.duration_ms} ms
                  {attempt.response ? (
                    <pre className={log.block} aria-label="Start of the response" tabIndex={0}>
                      {attempt.response}
                    </pre>
                  ) : null}
                </li>
              ))}
            </ol>
            <h3>Body</h3>
            <p className={page.soft}>
              As the last attempt posted it. <a href="/docs#webhooks">What its fields mean</a>
            </p>
            <pre className={log.block} aria-label="Body" tabIndex={0}>
              {JSON.stringify(one.body, null, 2)}
            </pre>
            <DialogActions>
              <Button
                reason={one.endpoint.removed ? 'Its endpoint was removed.' : null}
                onClick={() => void onReplay().then(() => delivery.refetch())}
              >
                Send again
              </Button>
              <Button kind="primary" onClick={onClose}>
                Close
              </Button>
            </DialogActions>
          </div>
        )}
      </QueryState>
    </Dialog>
  )
}
