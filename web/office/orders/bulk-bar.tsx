// Actions on all selected orders.
import { useState } from 'react'
import type { BulkResult } from '../../../src/contract/office/orders.ts'
import { MAX_CHOSEN_FOR_LABELS } from '../../../src/contract/limits.ts'
import { call } from '../../api/client.ts'
import { refusalMessage, resultMessage } from '../../api/result-message.ts'
import { Button } from '../../ui/button.tsx'
import { useConfirmation } from '../../ui/confirm.tsx'
import { isoToDay } from '../../ui/format.ts'
import { words } from '../../words/locale.ts'
import { LabelLinks } from '../labels.tsx'
import { useRoleReason, useSession } from '../session.tsx'
import { silentSentences } from './silent.ts'
import style from './orders.module.css'

interface Props {
  chosen: ReadonlySet<string>
  onChanged: (said: string) => void
}

const MAX_COUNT = 500

export function BulkBar({ chosen, onChanged }: Props) {
  const role = useRoleReason('changeOrders')
  const zone = useSession().business.time_zone
  const [day, setDay] = useState('')
  const [busy, setBusy] = useState(false)
  const { ask, confirmation } = useConfirmation()
  const reason = role ?? (chosen.size > MAX_COUNT ? words.orders.chooseAtMost(MAX_COUNT) : null)
  const say = async (said: Promise<string>): Promise<void> => {
    setBusy(true)
    onChanged(await said.finally(() => setBusy(false)))
  }
  const act = (work: Promise<BulkResult[]>, done: (count: number) => string): Promise<void> =>
    say(resultMessage(work, (results) => wordsOf(results, done)))
  const order_uuids = [...chosen]
  const askToCancel = async (): Promise<void> => {
    setBusy(true)
    const said = await silentSentences(order_uuids, zone).catch(refusalMessage)
    setBusy(false)
    if (typeof said === 'string') return onChanged(said)
    ask({
      title: words.orders.cancelOrdersAsk(chosen.size),
      text: [words.orders.cancelOrdersText, ...said].join(' '),
      yes: words.orders.cancelOrdersYes(chosen.size),
      danger: true,
      onYes: () => void act(call('POST /orders-cancelled', { body: { order_uuids } }), words.orders.cancelledCount),
    })
  }
  return (
    <section className={style.bulk} aria-label={words.orders.ordersChosen}>
      <strong>{words.orders.chosen(chosen.size)}</strong>
      <label>
        {words.common.deliveryDate} <input type="date" value={day} onChange={(event) => setDay(event.target.value)} />
      </label>
      <Button
        busy={busy}
        reason={reason ?? (day ? null : words.orders.chooseDate)}
        onClick={() =>
          void act(
            call('POST /orders-dates', { body: { order_uuids, delivery_date: isoToDay(day) } }),
            words.orders.movedToDate,
          )
        }
      >
        {words.orders.assignDate}
      </Button>
      <Button
        busy={busy}
        reason={reason}
        onClick={() =>
          void say(
            resultMessage(call('POST /orders-looked-up', { body: { order_uuids } }), ({ orders }) =>
              words.orders.lookingUp(orders),
            ),
          )
        }
      >
        {words.orders.lookUp}
      </Button>
      {chosen.size <= MAX_CHOSEN_FOR_LABELS ? (
        <LabelLinks of={{ order_uuids: order_uuids.join(',') }} />
      ) : (
        <span>{words.orders.labelsAtMost(MAX_CHOSEN_FOR_LABELS)}</span>
      )}
      <Button kind="danger" busy={busy} reason={reason} onClick={() => void askToCancel()}>
        {words.orders.cancelOrders}
      </Button>
      {confirmation}
    </section>
  )
}

function wordsOf(results: readonly BulkResult[], done: (count: number) => string): string {
  const refused = results.filter((result) => !result.done)
  const said = done(results.length - refused.length)
  const [first] = refused
  return first ? words.orders.someFailed(said, refused.length, first.message ?? '') : said
}
