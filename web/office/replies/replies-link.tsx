// The link to the replies of customers in the rail, with the number of unread ones.
import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from '../../api/query.ts'
import { Icon } from '../../ui/icon.tsx'
import { locale, words } from '../../words/locale.ts'
import { Link } from '../link.tsx'
import style from '../shell.module.css'

const REFRESH_MS = 30_000

export function RepliesLink({ current }: { current: boolean }) {
  const { data } = useQuery({ ...endpointQuery('GET /replies'), refetchInterval: REFRESH_MS })
  const count = data?.count ?? 0
  const said = count > 0 ? words.replies.fromCustomers(count) : undefined
  return (
    <>
      <Link
        href="/replies"
        aria-label={said && `${words.shell.replies}: ${said}`}
        aria-current={current ? 'page' : undefined}
      >
        <Icon name="replies" className={style.icon} />
        <span>{words.shell.replies}</span>
        {count > 0 ? (
          <span className={`${style.dot} ${style.mark}`} data-mark={count.toLocaleString(locale())} />
        ) : null}
      </Link>
      <span role="status" className="visually-hidden">
        {said}
      </span>
    </>
  )
}
