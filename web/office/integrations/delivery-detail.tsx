// One webhook delivery: its body, and each attempt with the response.
import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { timeToSecond } from '../../ui/format.ts'
import page from '../../ui/page.module.css'
import { QueryState } from '../../ui/query-state.tsx'
import { words } from '../../words/locale.ts'
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
    ...endpointQuery('GET /webhook-deliveries/{delivery_id}', { params: { delivery_id: deliveryId } }),
    refetchInterval: 5_000,
  })
  const time = (instant: string) => timeToSecond(instant, business.time_zone)
  return (
    <Dialog title={words.integrations.delivery} onClose={onClose}>
      <QueryState query={delivery} what={words.integrations.theDelivery}>
        {(one) => (
          <div className={log.attempts}>
            <p>
              <strong>{one.event}</strong> <DeliveryState status={one.status} />
            </p>
            <p className={`${page.soft} ${log.break}`}>
              {one.endpoint.url}
              {one.endpoint.removed ? ` ${words.integrations.removed}` : ''}
            </p>
            <p className={page.soft}>
              {words.integrations.deliveryId} <code className={log.break}>{one.delivery_id}</code>
            </p>
            {one.next_attempt_at ? <p>{words.integrations.nextAttemptAt(time(one.next_attempt_at))}</p> : null}
            <h3>{words.integrations.attemptsHead}</h3>
            {one.attempts.length === 0 ? <p className={page.soft}>{words.integrations.noneSoFar}</p> : null}
            <ol className={log.attempts}>
              {one.attempts.map((attempt) => (
                <li key={attempt.at}>
                  {time(attempt.at)}: {words.integrations.answeredIn(answerWords(attempt), attempt.duration_ms)}
                  {attempt.response ? (
                    <pre className={log.block} aria-label={words.integrations.startOfResponse} tabIndex={0}>
                      {attempt.response}
                    </pre>
                  ) : null}
                </li>
              ))}
            </ol>
            <h3>{words.integrations.body}</h3>
            <p className={page.soft}>
              {words.integrations.asPosted} <a href="/docs/reference/events">{words.integrations.whatFieldsMean}</a>
            </p>
            <pre className={log.block} aria-label={words.integrations.body} tabIndex={0}>
              {JSON.stringify(one.body, null, 2)}
            </pre>
            <DialogActions>
              <Button
                reason={one.endpoint.removed ? words.integrations.endpointRemoved : null}
                onClick={() => void onReplay().then(() => delivery.refetch())}
              >
                {words.integrations.sendAgain}
              </Button>
              <Button kind="primary" onClick={onClose}>
                {words.common.close}
              </Button>
            </DialogActions>
          </div>
        )}
      </QueryState>
    </Dialog>
  )
}
