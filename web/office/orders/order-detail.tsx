// One order as a screen: its state and its steps, proof and history at the left, then place, customer and goods.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OrderDetailOut } from '../../../src/contract/order-actions.ts'
import type { OrderOut } from '../../../src/contract/order.ts'
import { LABEL_SHEETS } from '../../../src/domain/orders/pieces.ts'
import { call } from '../../api/client.ts'
import { endpointQuery } from '../../api/query.ts'
import { refusalMessage } from '../../api/result-message.ts'
import { Button } from '../../ui/button.tsx'
import { useConfirmation } from '../../ui/confirm.tsx'
import { Icon } from '../../ui/icon.tsx'
import { MenuButton, MenuChoice } from '../../ui/menu.tsx'
import page from '../../ui/page.module.css'
import { QueryState } from '../../ui/query-state.tsx'
import { words } from '../../words/locale.ts'
import { labelsAddress, labelsName } from '../labels.ts'
import { useRoleReason, useSession } from '../session.tsx'
import { PlaceSection } from './location-section.tsx'
import { CustomerCard, GoodsCard, MoreCard, ProofCard } from './order-facts.tsx'
import { inSequence } from './in-sequence.ts'
import { OrderForm } from './order-form.tsx'
import { OrderHistory } from './order-history.tsx'
import style from './order.module.css'
import { OrderState } from './order-state.tsx'
import { RepeatForm } from './repeat-form.tsx'
import { silentSentences } from './silent.ts'

interface Props {
  orderId: string
  /** Message about the last change. */
  said: string
  onClose: () => void
  /** Opens the previous order of the table. Null at its start. */
  onPrevious: (() => void) | null
  /** Opens the next order of the table. */
  onNext: (() => void) | null
  onChanged: (said: string) => void
}

const CLOSED_STATUSES = ['DELIVERED', 'FAILED', 'CANCELLED']
/** Statuses in which the order can be repeated. */
const REPEATABLE_STATUSES = ['FAILED', 'CANCELLED']

type Open = 'form' | 'repeat' | null

export function OrderDetail(props: Props) {
  const { orderId, said, onNext, onChanged } = props
  const detail = useQuery(endpointQuery('GET /orders/{order_uuid}', { params: { order_uuid: orderId } }))
  const [open, setOpen] = useState<Open>(null)
  const order = detail.data?.order
  const close = (): void => setOpen(null)
  return (
    <section className={page.screen} aria-label={order ? words.orders.orderOf(order.external_ref) : words.orders.order}>
      <Toolbar {...props} detail={detail.data ?? null} onOpen={setOpen} />
      <div className={`${page.scroller} ${style.scroller}`}>
        <p role="status" className={page.said}>
          {said}
        </p>
        <QueryState query={detail} what={words.orders.theOrder}>
          {(data) => (
            <div className={style.columns}>
              <div className={style.column}>
                <OrderState detail={data} />
                <ProofCard detail={data} />
                <OrderHistory detail={data} />
              </div>
              <div className={style.column}>
                <PlaceSection
                  order={data.order}
                  knownBy={data.place_known_by}
                  farFromRoad={data.far_from_road_meters}
                  onMoved={onChanged}
                  onNext={onNext}
                />
                <CustomerCard detail={data} />
                <GoodsCard order={data.order} />
                <MoreCard detail={data} onChanged={onChanged} />
              </div>
            </div>
          )}
        </QueryState>
      </div>
      {open === 'form' && order ? (
        <OrderForm
          order={order}
          usual={detail.data?.service.usual ?? null}
          onClose={close}
          onSaved={(warning) => onChanged(inSequence(words.orders.isSaved, warning))}
        />
      ) : null}
      {open === 'repeat' && detail.data?.repeat.suggested ? (
        <RepeatForm
          order={detail.data.order}
          suggested={detail.data.repeat.suggested}
          onClose={close}
          onRepeated={(ref) => onChanged(words.orders.repeatedAs(ref))}
        />
      ) : null}
    </section>
  )
}

interface ToolbarProps extends Props {
  detail: OrderDetailOut | null
  onOpen: (open: Open) => void
}

/** Path back to the table, its neighbors, and the actions on the order. */
function Toolbar({ detail, onClose, onPrevious, onNext, onOpen, onChanged }: ToolbarProps) {
  const role = useRoleReason('changeOrders')
  const order = detail?.order
  const closed =
    order && CLOSED_STATUSES.includes(order.status)
      ? words.orders.isClosed(words.common.orderStatus[order.status])
      : null
  return (
    <header className={style.toolbar}>
      <Button kind="quiet" onClick={onClose}>
        {words.orders.title}
      </Button>
      <Icon name="chevron" />
      <h1 aria-label={order ? words.orders.orderOf(order.external_ref) : undefined}>
        {order?.external_ref ?? words.orders.order}
      </h1>
      <Neighbor icon="up" name={words.orders.previous} onGo={onPrevious} />
      <Neighbor icon="down" name={words.orders.next} onGo={onNext} />
      {order && REPEATABLE_STATUSES.includes(order.status) ? (
        <Button reason={role ?? detail?.repeat.refused ?? null} onClick={() => onOpen('repeat')}>
          {words.orders.deliverAgain}
        </Button>
      ) : null}
      {detail ? <OrderMenu detail={detail} reason={role ?? closed} onClose={onClose} onChanged={onChanged} /> : null}
      {order ? (
        <Button kind="primary" reason={role ?? closed} onClick={() => onOpen('form')}>
          {words.common.edit}
        </Button>
      ) : null}
    </header>
  )
}

const Neighbor = ({ icon, name, onGo }: { icon: 'up' | 'down'; name: string; onGo: (() => void) | null }) =>
  onGo ? (
    <Button kind="quiet" icon aria-label={name} title={name} onClick={onGo}>
      <Icon name={icon} />
    </Button>
  ) : null

interface MenuProps extends Pick<Props, 'onClose' | 'onChanged'> {
  detail: OrderDetailOut
  /** Why the order can't be canceled. */
  reason: string | null
}

/** Documents of the order, and its cancelation. */
function OrderMenu({ detail: { order, receipt_url: receipt }, reason, onClose, onChanged }: MenuProps) {
  const { ask, fault, confirmation } = useCancelation(order, onClose, onChanged)
  return (
    <>
      <MenuButton
        label={words.orders.moreActions}
        icon={<Icon name="more" />}
        onAction={(key) => {
          if (key === 'cancel') void ask()
        }}
      >
        <MenuChoice id="tracking" name={words.orders.trackingPage} href={order.tracking_url} />
        {receipt ? <MenuChoice id="receipt" name={words.orders.receiptPage} href={receipt} /> : null}
        {LABEL_SHEETS.map((sheet) => (
          <MenuChoice
            key={sheet}
            id={sheet}
            name={labelsName(sheet)}
            href={labelsAddress(sheet, { order_uuids: order.order_uuid })}
          />
        ))}
        <MenuChoice id="cancel" name={words.orders.cancelOpen} reason={reason} ending />
      </MenuButton>
      {confirmation}
      {fault ? (
        <p role="alert" className={page.bad}>
          {fault}
        </p>
      ) : null}
    </>
  )
}

function useCancelation(order: OrderOut, onClose: () => void, onChanged: (said: string) => void) {
  const zone = useSession().business.time_zone
  const [fault, setFault] = useState('')
  const { ask, confirmation } = useConfirmation()
  const { order_uuid, external_ref, route } = order
  const cancel = async (): Promise<void> => {
    try {
      await call('POST /orders/{order_uuid}/cancel', { params: { order_uuid }, body: {} })
      onChanged(words.orders.isCancelled)
      onClose()
    } catch (error) {
      setFault(refusalMessage(error))
    }
  }
  const askToCancel = async (): Promise<void> => {
    const said = await silentSentences([order_uuid], zone).catch(refusalMessage)
    if (typeof said === 'string') return setFault(said)
    const text = route ? words.orders.cancelTextOn(route.name) : words.orders.cancelText
    ask({
      title: words.orders.cancelAsk(external_ref),
      text: [text, ...said].join(' '),
      yes: words.orders.cancelYes,
      danger: true,
      onYes: () => void cancel(),
    })
  }
  return { ask: askToCancel, fault, confirmation }
}
