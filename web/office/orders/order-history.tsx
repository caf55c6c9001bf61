// History of an order in sentences, newest first: changes, messages to the customer and their replies, and webhooks.
import { useState } from 'react'
import type { OrderDetailOut } from '../../../src/contract/order-actions.ts'
import type { ItemOutcome } from '../../../src/domain/routes/item-outcomes.ts'
import { timeAndDay } from '../../ui/format.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Segment } from '../../ui/segment.tsx'
import { words } from '../../words/locale.ts'
import { priceText } from '../message-words.ts'
import { useSession } from '../session.tsx'
import style from './order.module.css'
import { itemOutcomeTexts } from './partials.ts'

const KINDS = ['all', 'messages', 'webhooks'] as const
type Kind = (typeof KINDS)[number]

interface Entry {
  at: string
  kind: Kind
  icon: IconName
  sentence: string
  /** Details below the sentence. */
  note: string
  request: string | null
}

export function OrderHistory({ detail }: { detail: OrderDetailOut }) {
  const zone = useSession().business.time_zone
  const [kind, setKind] = useState<Kind>('all')
  const entries = entriesOf(detail).filter((entry) => kind === 'all' || entry.kind === kind)
  const none = kind === 'webhooks' ? words.orders.noWebhooks : words.orders.noMessages
  return (
    <section className={style.card} aria-label={words.orders.history}>
      <div className={style.head}>
        <h3>{words.orders.history}</h3>
        <Segment
          label={words.orders.history}
          options={KINDS.map((one) => [one, one === 'all' ? words.orders.everything : words.orders[one]])}
          value={kind}
          onChange={setKind}
        />
      </div>
      {entries.length === 0 ? <p className={style.none}>{none}</p> : null}
      <ol className={style.events}>
        {entries.map(({ at, icon, sentence, note, request }, i) => (
          <li key={`${at} ${i}`}>
            <span className={style.dot}>
              <Icon name={icon} />
            </span>
            <div>
              <b>{sentence}</b>
              {note ? <span>{note}</span> : null}
              {request ? (
                <details>
                  <summary>{words.audit.request}</summary>
                  <code>{request}</code>
                </details>
              ) : null}
            </div>
            <time dateTime={at}>{timeAndDay(at, zone)}</time>
          </li>
        ))}
      </ol>
    </section>
  )
}

const entriesOf = ({ history, messages, replies, webhooks }: OrderDetailOut): Entry[] =>
  [
    ...history.map(changeEntry),
    ...messages.map(messageEntry),
    ...replies.map(replyEntry),
    ...webhooks.map(webhookEntry),
  ].sort((a, b) => b.at.localeCompare(a.at))

const changeEntry = (entry: OrderDetailOut['history'][number]): Entry => ({
  at: entry.at,
  kind: 'all',
  icon:
    entry.kind === 'DRIVER' ? 'fleet' : entry.kind === 'API' ? 'plug' : entry.kind === 'OFFICE' ? 'user' : 'changed',
  sentence: `${entry.by ?? words.audit.actors[entry.kind]} ${words.audit.action(entry.action)}${outcomeText(entry)}`,
  note: `${words.orders.from[entry.kind]}${changesText(entry.detail)}`,
  request: entry.request_id,
})

const messageEntry = (message: OrderDetailOut['messages'][number]): Entry => ({
  at: message.at,
  kind: 'messages',
  icon: message.channel === 'SMS' ? 'replies' : 'document',
  sentence:
    words.orders.messageTo(
      words.orders.channels[message.channel],
      message.recipient,
      words.messages.statuses[message.status],
    ) +
    (message.error ? `: ${message.error}` : '') +
    messageCostText(message),
  note: message.body,
  request: null,
})

const replyEntry = (reply: OrderDetailOut['replies'][number]): Entry => ({
  at: reply.at,
  kind: 'messages',
  icon: 'replies',
  sentence: words.orders.customerReplied,
  note: reply.body,
  request: null,
})

const webhookEntry = (delivery: OrderDetailOut['webhooks'][number]): Entry => ({
  at: delivery.at,
  kind: 'webhooks',
  icon: 'plug',
  sentence: words.orders.webhookTo(
    delivery.event,
    delivery.url,
    words.log.statuses[delivery.status],
    delivery.attempt_count,
  ),
  note: '',
  request: null,
})

/** Example: “, 2 texts, 0.0166 USD” */
function messageCostText({ segments, price, currency }: OrderDetailOut['messages'][number]): string {
  const parts = [segments === null ? null : words.orders.textsCounted(segments), priceText(price, currency)]
  return parts.map((each) => (each === null ? '' : `, ${each}`)).join('')
}

/** Example: ": failed, Nobody there, on Van 2" */
function outcomeText({ detail, route }: OrderDetailOut['history'][number]): string {
  const { status, to, reason, items, not_scanned: unscanned } = detail ?? {}
  const said = [status ?? to, reason].filter((part) => typeof part === 'string')
  const parts = [
    ...said.map((part, i) => (i === 0 && part !== reason ? (words.common.outcomes[part] ?? part.toLowerCase()) : part)),
    ...itemOutcomeTexts(Array.isArray(items) ? (items as ItemOutcome[]) : null),
    ...(typeof unscanned === 'string' ? [words.orders.unscanned(unscanned)] : []),
  ]
  const what = parts.length > 0 ? `: ${parts.join(', ')}` : ''
  return route ? words.orders.onRoute(what, route) : what
}

function changesText(detail: Record<string, unknown> | null): string {
  const fields = detail?.fields
  return Array.isArray(fields) && fields.length > 0 ? ` · ${fields.map((field) => String(field)).join(', ')}` : ''
}
