// Lists the sessions of a user, for the user or an owner, and ends them.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, type Reply } from '../../api/client.ts'
import { endpointQuery, useInvalidate } from '../../api/query.ts'
import { resultMessage } from '../../api/result-message.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { timeAndDay } from '../../ui/format.ts'
import page from '../../ui/page.module.css'
import { QueryState } from '../../ui/query-state.tsx'
import { Table } from '../../ui/table.tsx'
import { words } from '../../words/locale.ts'
import { useSession } from '../session.tsx'

type ListedSessions = Reply<'GET /account/sessions'>

/** Sessions of this team member, or of the signed-in user if `userId` is absent. */
export function Sessions({ userId }: { userId?: string }) {
  const { business } = useSession()
  const again = useInvalidate()
  const sessions = useQuery<ListedSessions>(
    userId
      ? endpointQuery('GET /users/{user_uuid}/sessions', { params: { user_uuid: userId } })
      : endpointQuery('GET /account/sessions'),
  )
  const [said, setSaid] = useState('')
  const end = async (session_uuid: string): Promise<void> => {
    const ended = userId
      ? call('DELETE /users/{user_uuid}/sessions/{session_uuid}', { params: { user_uuid: userId, session_uuid } })
      : call('DELETE /account/sessions/{session_uuid}', { params: { session_uuid } })
    setSaid(await resultMessage(ended, words.account.sessionEnded))
    await again('GET /users/{user_uuid}/sessions', 'GET /account/sessions')
  }
  return (
    <>
      <QueryState query={sessions} what={words.account.theSessions}>
        {(list) =>
          list.length === 0 ? (
            <p className={page.soft}>{words.account.noSessions}</p>
          ) : (
            <Table
              columns={[words.account.browser, words.account.signedInAt, words.account.lastSeen, words.team.actions]}
            >
              {list.map(({ session_uuid, browser, signed_in_at, last_seen_at, current }) => (
                <tr key={session_uuid}>
                  <td>
                    {browser ?? words.account.unknownBrowser}
                    {current ? <span className={page.soft}> {words.account.thisSession}</span> : null}
                  </td>
                  <td>{timeAndDay(signed_in_at, business.time_zone)}</td>
                  <td>{timeAndDay(last_seen_at, business.time_zone)}</td>
                  <td>
                    {current ? null : (
                      <Button
                        aria-label={words.account.endSessionIn(browser ?? words.account.unknownBrowser)}
                        onClick={() => void end(session_uuid)}
                      >
                        {words.account.endSession}
                      </Button>
                    )}
                  </td>
                </tr>
              ))}
            </Table>
          )
        }
      </QueryState>
      <p role="status" className={page.said}>
        {said}
      </p>
    </>
  )
}

export const SessionsDialog = ({
  user,
  onClose,
}: {
  user: { user_uuid: string; name: string }
  onClose: () => void
}) => (
  <Dialog title={words.team.sessionsOf(user.name)} wide onClose={onClose}>
    <Sessions userId={user.user_uuid} />
    <DialogActions>
      <Button onClick={onClose}>{words.common.close}</Button>
    </DialogActions>
  </Dialog>
)
