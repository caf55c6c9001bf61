// What can be done to every order chosen.
import { useState } from 'react'
import type { BulkResult } from '../../../src/contract/office/orders.ts'
import { MOST_CHOSEN_FOR_LABELS } from '../../../src/contract/limits.ts'
import { call } from '../../api/client.ts'
import { saidOf } from '../../api/said.ts'
import { Button } from '../../ui/button.tsx'
import { useConfirmation } from '../../ui/confirm.tsx'
import { isoToDay, plural } from '../../ui/format.ts'
import { words } from '../../words/locale.ts'
import { LabelLinks } from '../labels.tsx'
import { useRoleReason } from '../session.tsx'
import style from './orders.module.css'

interface Props {
  chosen: ReadonlySet<string>
  onChanged: (said: string) => void
}

const MOST = 500

export function BulkBar({ chosen, onChanged }: Props) {
  const role = useRoleReason('DISPATCHER')
  const [day, setDay] = useState('')
  const [busy, setBusy] = useState(false)
  const { ask, confirmation } = useConfirmation()
  const reason = role ?? (chosen.size > MOST ? `Choose at most ${MOST} orders.` : null)
  const say = async (said: Promise<string>): Promise<void> => {
    setBusy(true)
    onChanged(await said.finally(() => setBusy(false)))
  }
  const act = (work: Promise<BulkResult[]>, done: string): Promise<void> =>
    say(saidOf(work, (results) => wordsOf(results, done)))
  const order_uuids = [...chosen]
  return (
    <section className={style.bulk} aria-label="Orders chosen">
      <strong>{plural(chosen.size, 'order')} chosen</strong>
      <label>
        Delivery date <input type="date" value={day} onChange={(event) => setDay(event.target.value)} />
      </label>
      <Button
        busy={busy}
        reason={reason ?? (day ? null : 'Choose a date first.')}
        onClick={() =>
          void act(
            call('POST /orders-dates', { body: { order_uuids, delivery_date: isoToDay(day) } }),
            'moved to the date',
          )
        }
      >
        Assign date
      </Button>
      <Button
        busy={busy}
        reason={reason}
        onClick={() =>
          void say(
            saidOf(call('POST /orders-looked-up', { body: { order_uuids } }), ({ orders }) =>
              words.orders.lookingUp(orders),
            ),
          )
        }
      >
        {words.orders.lookUp}
      </Button>
      {chosen.size <= MOST_CHOSEN_FOR_LABELS ? (
        <LabelLinks of={{ order_uuids: order_uuids.join(',') }} />
      ) : (
        <span>Labels: choose at most {MOST_CHOSEN_FOR_LABELS} orders.</span>
      )}
      <Button
        kind="danger"
        busy={busy}
        reason={reason}
        onClick={() =>
          ask({
            title: `Cancel ${plural(chosen.size, 'order')}?`,
            text: 'They are taken off their routes, and customers who expect them are told. You can undo this for an hour.',
            yes: `Cancel ${plural(chosen.size, 'order')}`,
            danger: true,
            onYes: () => void act(call('POST /orders-cancelled', { body: { order_uuids } }), 'cancelled'),
          })
        }
      >
        Cancel orders …
      </Button>
      {confirmation}
    </section>
  )
}

function wordsOf(results: readonly BulkResult[], done: string): string {
  const refused = results.filter((result) => !result.done)
  const words = `${plural(results.length - refused.length, 'order')} ${done}.`
  const [first] = refused
  return first ? `${words} ${refused.length} failed: ${first.message ?? ''}` : words
}
