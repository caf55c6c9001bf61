// Actions on all selected orders.
import { useState } from 'react'
import type { BulkResult } from '../../../src/contract/office/orders.ts'
import { LABEL_SHEETS } from '../../../src/domain/orders/pieces.ts'
import { MAX_CHOSEN_FOR_LABELS } from '../../../src/contract/limits.ts'
import { call } from '../../api/client.ts'
import { refusalMessage, resultMessage } from '../../api/result-message.ts'
import { Button } from '../../ui/button.tsx'
import { useConfirmation } from '../../ui/confirm.tsx'
import { isoToDay } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { MenuButton, MenuChoice } from '../../ui/menu.tsx'
import { words } from '../../words/locale.ts'
import { labelsAddress, labelsName } from '../labels.ts'
import { useRoleReason, useSession } from '../session.tsx'
import { silentSentences } from './silent.ts'
import style from './orders.module.css'

interface Props {
  chosen: ReadonlySet<string>
  onChanged: (said: string) => void
  /** Ends the selection. */
  onClose: () => void
}

const MAX_COUNT = 500

export function BulkBar({ chosen, onChanged, onClose }: Props) {
  const role = useRoleReason('changeOrders')
  const zone = useSession().business.time_zone
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
      <DateChoice
        busy={busy}
        reason={reason}
        onDate={(day) =>
          void act(
            call('POST /orders-dates', { body: { order_uuids, delivery_date: isoToDay(day) } }),
            words.orders.movedToDate,
          )
        }
      />
      <Button
        kind="quiet"
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
      <Labels ids={order_uuids} />
      <Button kind="danger" busy={busy} reason={reason} onClick={() => void askToCancel()}>
        {words.orders.cancelOrders}
      </Button>
      <Button kind="quiet" icon aria-label={words.orders.endSelection} onClick={onClose}>
        <Icon name="close" />
      </Button>
      {confirmation}
    </section>
  )
}

interface DateProps {
  busy: boolean
  reason: string | null
  onDate: (day: string) => void
}

function DateChoice({ busy, reason, onDate }: DateProps) {
  const [day, setDay] = useState('')
  return (
    <>
      <input
        type="date"
        aria-label={words.common.deliveryDate}
        value={day}
        onChange={(event) => setDay(event.target.value)}
      />
      <Button
        kind="quiet"
        busy={busy}
        reason={reason ?? (day ? null : words.orders.chooseDate)}
        onClick={() => onDate(day)}
      >
        {words.orders.assignDate}
      </Button>
    </>
  )
}

const Labels = ({ ids }: { ids: readonly string[] }) => (
  <MenuButton label={words.orders.printLabels} onAction={() => {}}>
    {LABEL_SHEETS.map((sheet) => (
      <MenuChoice
        key={sheet}
        id={sheet}
        name={labelsName(sheet)}
        reason={ids.length > MAX_CHOSEN_FOR_LABELS ? words.orders.labelsAtMost(MAX_CHOSEN_FOR_LABELS) : null}
        href={labelsAddress(sheet, { order_uuids: ids.join(',') })}
      />
    ))}
  </MenuButton>
)

function wordsOf(results: readonly BulkResult[], done: (count: number) => string): string {
  const refused = results.filter((result) => !result.done)
  const said = done(results.length - refused.length)
  const [first] = refused
  return first ? words.orders.someFailed(said, refused.length, first.message ?? '') : said
}
