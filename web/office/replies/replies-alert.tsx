// Alert about unread replies of customers, shown on every screen.
import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from '../../api/query.ts'
import { words } from '../../words/locale.ts'
import { Link } from '../link.tsx'
import { useMay } from '../session.tsx'
import style from '../shell.module.css'

const LOOK_EVERY_MS = 30_000

export function RepliesAlert() {
  const { data } = useQuery({
    ...endpointQuery('GET /replies'),
    refetchInterval: LOOK_EVERY_MS,
    enabled: useMay('readOrders'),
  })
  return (
    <div role="status" className={style.news}>
      {data && data.count > 0 ? (
        <p>
          <Link href="/replies">{words.replies.fromCustomers(data.count)}</Link>
        </p>
      ) : null}
    </div>
  )
}
