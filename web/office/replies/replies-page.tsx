// Unread replies of customers to text messages, oldest first. Read replies stay with their order.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { RepliesOut } from '../../../src/contract/office/replies.ts'
import { call } from '../../api/client.ts'
import { endpointQuery } from '../../api/query.ts'
import { resultMessage } from '../../api/result-message.ts'
import { Button } from '../../ui/button.tsx'
import { timeAndDay } from '../../ui/format.ts'
import page from '../../ui/page.module.css'
import { QueryState } from '../../ui/query-state.tsx'
import { words } from '../../words/locale.ts'
import { Link } from '../link.tsx'
import { useRoleReason, useSession } from '../session.tsx'
import style from './replies.module.css'
import { Empty } from '../../ui/empty.tsx'
import { Page } from '../../ui/page.tsx'

type Reply = RepliesOut['replies'][number]

export default function RepliesPage() {
  const query = useQuery(endpointQuery('GET /replies'))
  const client = useQueryClient()
  const role = useRoleReason('changeOrders')
  const [said, setSaid] = useState('')
  const markRead = async (replies: readonly Reply[]): Promise<void> => {
    const ids = replies.map(({ reply_uuid }) => reply_uuid)
    const seen = call('POST /replies/seen', { body: { reply_uuids: ids } }).then((left) =>
      client.setQueryData(endpointQuery('GET /replies').queryKey, left),
    )
    setSaid(await resultMessage(seen, words.replies.marked(ids.length)))
  }
  return (
    <Page title={words.replies.title} lead={words.replies.lead}>
      <p role="status">{said}</p>
      <QueryState query={query} what={words.replies.theAnswers}>
        {({ replies, count }) =>
          replies.length === 0 ? (
            <Empty>{words.replies.none}</Empty>
          ) : (
            <>
              <ul className={style.list} aria-label={words.replies.answers}>
                {replies.map((reply) => (
                  <Answer key={reply.reply_uuid} reply={reply} role={role} onRead={() => void markRead([reply])} />
                ))}
              </ul>
              <Button reason={role} onClick={() => void markRead(replies)}>
                {count > replies.length ? words.replies.markThese(replies.length) : words.replies.markAll}
              </Button>
            </>
          )
        }
      </QueryState>
    </Page>
  )
}

function Answer({ reply, role, onRead }: { reply: Reply; role: string | null; onRead: () => void }) {
  const zone = useSession().business.time_zone
  const phone = reply.customer_phone?.replace(/[^\d+]/g, '')
  return (
    <li>
      <p className={page.soft}>
        <Link href={`/orders?order=${reply.order_uuid}`}>{reply.external_ref}</Link> · {reply.customer_name} ·{' '}
        <time dateTime={reply.at}>{timeAndDay(reply.at, zone)}</time>
      </p>
      <p className={style.words}>{reply.body}</p>
      <div className={page.actions}>
        {phone ? <a href={`tel:${phone}`}>{words.replies.call(reply.customer_phone)}</a> : null}
        <Button reason={role} aria-label={words.replies.markReadOf(reply.external_ref)} onClick={onRead}>
          {words.replies.markRead}
        </Button>
      </div>
    </li>
  )
}
