// One recurring order beside the table: its rule as a sentence, two months, the exceptions, and the order itself.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { RecurringOrderOut } from '../../../src/contract/recurring-order.ts'
import { call } from '../../api/client.ts'
import { useActionRunner } from '../../api/run.ts'
import { endpointQuery } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { useConfirmation } from '../../ui/confirm.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { dayIn } from '../../ui/form-values.ts'
import { dayText, dayToIso, namedDay, pounds, windowOf } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { MenuButton, MenuChoice } from '../../ui/menu.tsx'
import page from '../../ui/page.module.css'
import { QueryState } from '../../ui/query-state.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { words } from '../../words/locale.ts'
import { Link } from '../link.tsx'
import { useToday } from '../requested-date.tsx'
import { useSharedReason } from '../session.tsx'
import { Calendar } from './calendar.tsx'
import { RecurringForm } from './recurring-form.tsx'
import style from './recurring.module.css'
import { exceptionInWords, ruleInWords } from './words.ts'

interface Props {
  recurringId: string
  onClose: () => void
  onChanged: (said: string) => void
}

type NextDate = RecurringOrderOut['next_dates'][number]

export function RecurringDetail({ recurringId, onClose, onChanged }: Props) {
  const params = { recurring_order_uuid: recurringId }
  const detail = useQuery(endpointQuery('GET /recurring-orders/{recurring_order_uuid}', { params }))
  const [editing, setEditing] = useState(false)
  const { run, said: fault } = useActionRunner()
  const recurring = detail.data
  const act = (work: () => Promise<unknown>, said: string): void => void run(() => work().then(() => onChanged(said)))
  return (
    <Sheet
      head={(id) => (
        <div>
          <p className={page.soft}>{recurring?.external_ref}</p>
          <h2 id={id}>{recurring?.order.customer_name ?? words.recurring.one}</h2>
        </div>
      )}
      actions={recurring ? <Actions recurring={recurring} onEdit={() => setEditing(true)} onAct={act} /> : null}
      onClose={onClose}
    >
      <QueryState query={detail} what={words.recurring.theOrder}>
        {(data) => (
          <>
            <p role="alert" className={page.bad}>
              {fault}
            </p>
            <Rule recurring={data} />
            <Dates recurring={data} onAct={act} onChanged={onChanged} />
            <EachOrder recurring={data} />
          </>
        )}
      </QueryState>
      {editing && recurring ? (
        <RecurringForm
          recurring={recurring}
          onOutdated={detail.refetch}
          onClose={() => setEditing(false)}
          onSaved={() => {
            setEditing(false)
            onChanged(words.recurring.changed)
          }}
        />
      ) : null}
    </Sheet>
  )
}

type Act = (work: () => Promise<unknown>, said: string) => void

interface PartProps {
  recurring: RecurringOrderOut
  /** Runs an action, then shows the text. */
  onAct: Act
}

/** Why the recurring order can't be changed. Null if it can. */
function useChangeReason({ ended_at }: RecurringOrderOut): string | null {
  const role = useSharedReason('changeOrders')
  return role ?? (ended_at ? words.recurring.hasEnded : null)
}

function Actions({ recurring, onEdit, onAct }: PartProps & { onEdit: () => void }) {
  const reason = useChangeReason(recurring)
  const { ask, confirmation } = useConfirmation()
  const { external_ref: ref, recurring_order_uuid } = recurring
  const end = (): void =>
    ask({
      title: words.recurring.endAsk(ref),
      text: words.recurring.endText,
      yes: words.recurring.endIt,
      danger: true,
      onYes: () =>
        onAct(
          () => call('POST /recurring-orders/{recurring_order_uuid}/end', { params: { recurring_order_uuid } }),
          words.recurring.nowEnded,
        ),
    })
  return (
    <>
      <Button reason={reason} onClick={onEdit}>
        {words.recurring.editRule}
      </Button>
      <MenuButton label={words.recurring.moreFor(ref)} icon={<Icon name="more" />} onAction={end}>
        <MenuChoice id="end" name={words.recurring.endDots} reason={reason} ending />
      </MenuButton>
      {confirmation}
    </>
  )
}

const Rule = ({ recurring: { schedule, days_ahead, ended_at, next_dates } }: { recurring: RecurringOrderOut }) => (
  <p className={style.rule}>
    {words.recurring.ruleFrom(ruleInWords(schedule), dayText(schedule.start_date))}{' '}
    {words.recurring.madeAhead(days_ahead, schedule.closed_days !== 'KEEP')}
    {ended_at ? ` ${words.recurring.hasEnded}` : next_dates.length === 0 ? ` ${words.recurring.ruleOver}` : ''}
  </p>
)

function Dates({ recurring, onAct, onChanged }: PartProps & Pick<Props, 'onChanged'>) {
  const reason = useChangeReason(recurring)
  const today = useToday()
  const dates = recurring.next_dates
  const [chosen, setChosen] = useState<string | null>(null)
  const [moving, setMoving] = useState<string | null>(null)
  const selected = chosen ?? dates[0]?.date ?? null
  const params = { recurring_order_uuid: recurring.recurring_order_uuid }
  const skip = (date: string, skipped: boolean): void =>
    onAct(
      () => call('POST /recurring-orders/{recurring_order_uuid}/dates', { params, body: { date, skipped } }),
      skipped ? words.recurring.isSkipped(dayText(date)) : words.recurring.isRestored(dayText(date)),
    )
  return (
    <>
      <Calendar {...{ recurring, today, selected }} onSelect={setChosen} />
      <Exceptions dates={dates} reason={reason} onRestore={(date) => skip(date, false)} />
      {selected ? (
        <Selected
          date={dates.find(({ date }) => date === selected) ?? laterDate(selected)}
          {...{ reason }}
          onSkip={skip}
          onMove={setMoving}
        />
      ) : null}
      {moving ? (
        <MoveDialog
          recurringId={recurring.recurring_order_uuid}
          date={moving}
          onChanged={onChanged}
          onClose={() => setMoving(null)}
        />
      ) : null}
    </>
  )
}

/** A date of the rule after those that the server describes. */
const laterDate = (date: string): NextDate => ({ date, skipped: false, moved_to: null, order: null })

interface ExceptionsProps {
  dates: readonly NextDate[]
  reason: string | null
  onRestore: (date: string) => void
}

function Exceptions({ dates, reason, onRestore }: ExceptionsProps) {
  const exceptions = dates.filter(({ skipped, moved_to }) => skipped || moved_to)
  if (exceptions.length === 0) return null
  return (
    <section>
      <h3>{words.recurring.exceptions}</h3>
      <ul className={style.exceptions}>
        {exceptions.map((one) => (
          <li key={one.date}>
            <Icon name={one.skipped ? 'ended' : 'skip'} />
            <span>
              {namedDay(one.date)} {exceptionInWords(one)}
            </span>
            <Button
              kind="quiet"
              small
              reason={reason}
              aria-label={words.recurring.restoreOne(dayText(one.date))}
              onClick={() => onRestore(one.date)}
            >
              {words.recurring.restore}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface SelectedProps {
  date: NextDate
  reason: string | null
  onSkip: (date: string, skipped: boolean) => void
  onMove: (date: string) => void
}

function Selected({ date: one, reason, onSkip, onMove }: SelectedProps) {
  const { date, skipped } = one
  const day = dayText(date)
  return (
    <section>
      <h3>{namedDay(date)}</h3>
      <p className={style.dated}>
        {exceptionInWords(one)} <OrderOf one={one} />
      </p>
      {skipped ? null : (
        <div className={page.actions}>
          <Button small reason={reason} aria-label={words.recurring.moveOne(day)} onClick={() => onMove(date)}>
            {words.recurring.move}
          </Button>
          <Button small reason={reason} aria-label={words.recurring.skipOne(day)} onClick={() => onSkip(date, true)}>
            {words.recurring.skip}
          </Button>
        </div>
      )}
    </section>
  )
}

function OrderOf({ one: { order, skipped } }: { one: NextDate }) {
  if (!order) return skipped ? null : words.recurring.notMade
  return (
    <>
      <Link href={`/orders?order=${order.order_uuid}`}>{order.external_ref}</Link> (
      {words.common.orderStatus[order.status]})
    </>
  )
}

function EachOrder({ recurring: { order } }: { recurring: RecurringOrderOut }) {
  const { address, temperature_class: kind, load_weight_lbs: weight } = order
  const goods = [kind && words.common.temperature[kind], weight ? pounds(weight) : null].filter(Boolean).join(', ')
  const window = windowOf({ window_start: order.window_start ?? null, window_end: order.window_end ?? null })
  const facts = [
    [words.common.goods, goods],
    [words.common.window, window],
    [words.common.address, [address?.line1, address?.city].filter(Boolean).join(', ')],
  ] as const
  return (
    <section>
      <h3>{words.recurring.eachOrder}</h3>
      <dl className={style.facts}>
        {facts.map(([name, value]) =>
          value ? (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
    </section>
  )
}

function MoveDialog({ recurringId, date, onClose, onChanged }: Props & { date: string }) {
  return (
    <FormDialog
      title={words.recurring.moveOne(dayText(date))}
      action={words.recurring.move}
      values={{ moved_to: dayToIso(date) }}
      save={(sent) =>
        call('POST /recurring-orders/{recurring_order_uuid}/dates', {
          params: { recurring_order_uuid: recurringId },
          body: { date, moved_to: dayIn(sent, 'moved_to') },
        })
      }
      onSaved={() => {
        onClose()
        onChanged(words.recurring.isMoved(dayText(date)))
      }}
      onClose={onClose}
    >
      <p>{words.recurring.moveLead}</p>
      <Field label={words.recurring.deliveredOn} type="date" name="moved_to" />
    </FormDialog>
  )
}
