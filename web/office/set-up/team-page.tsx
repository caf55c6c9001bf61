// Who may sign in, and as what: invitations and new passwords by links that an owner hands on.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { UserOut } from '../../../src/contract/office/users.ts'
import { USER_ROLES } from '../../../src/domain/users/permissions.ts'
import { call, unchecked } from '../../api/client.ts'
import { read, useReadAgain } from '../../api/query.ts'
import { saidOf } from '../../api/said.ts'
import { Button } from '../../ui/button.tsx'
import { useConfirmation } from '../../ui/confirm.tsx'
import { Field, SelectField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Page } from '../../ui/page.tsx'
import page from '../../ui/page.module.css'
import { QueryState } from '../../ui/query-state.tsx'
import { SecretDialog } from '../../ui/secret-dialog.tsx'
import { Table } from '../../ui/table.tsx'
import { words } from '../../words/locale.ts'
import { SessionsDialog } from '../account/sessions.tsx'
import { LeavingDialog, type Leaving, leaving } from './leaving-dialog.tsx'
import { PendingLinks } from './pending-links.tsx'
import { DepotFields, depotNames, depotsIn, DepotsDialog } from './depot-choice.tsx'

export default function TeamPage() {
  const again = useReadAgain()
  const users = useQuery(read('GET /users'))
  const depots = useQuery(read('GET /users/depots')).data ?? []
  const [inviting, setInviting] = useState(false)
  const [link, setLink] = useState<{ title: string; lead: string; secret: string } | null>(null)
  const [seen, setSeen] = useState<{ user_uuid: string; name: string } | null>(null)
  const [placed, setPlaced] = useState<UserOut | null>(null)
  const [left, setLeft] = useState<Leaving | null>(null)
  const [said, setSaid] = useState('')
  // With one there is nothing to choose, unless somebody is bound to it, or to one that is gone.
  const choosesDepots = depots.length > 1 || (users.data ?? []).some((user) => user.depot_uuids !== null)
  const { ask, confirmation } = useConfirmation()
  const act = async <T,>(work: Promise<T>, done: string | ((answer: T) => string)): Promise<void> => {
    setSaid(await saidOf(work, done))
    await again('GET /users', 'GET /users/links')
  }
  /** Asks what becomes of what the user set up, if there is anything, then does the work again with the answer. */
  const leave = (user: UserOut, work: Leaving['work'], done: string): void =>
    void act(
      leaving(work, (made) => setLeft({ name: user.name, made, work, done })),
      (isDone) => (isDone ? done : ''),
    )
  const changeRole = (user: UserOut, role: string): void =>
    leave(
      user,
      (made) =>
        call('PATCH /users/{user_uuid}', {
          params: { user_uuid: user.user_uuid },
          body: unchecked<'PATCH /users/{user_uuid}'>({ role, ...(made && { made }) }),
        }),
      words.team.hasNewRole(user.name),
    )
  const remove = (user: UserOut): void =>
    leave(
      user,
      (made) =>
        call('DELETE /users/{user_uuid}', { params: { user_uuid: user.user_uuid }, query: made ? { made } : {} }),
      words.team.isRemoved(user.name),
    )
  return (
    <Page
      wide={choosesDepots}
      title={words.team.title}
      actions={
        <Button kind="primary" onClick={() => setInviting(true)}>
          {words.team.invite}
        </Button>
      }
    >
      <p role="status" className={page.said}>
        {said}
      </p>
      <QueryState query={users} what={words.team.theTeam}>
        {(list) => (
          <Table
            columns={[
              words.common.name,
              words.common.email,
              words.team.role,
              ...(choosesDepots ? [words.team.depots] : []),
              words.team.actions,
            ]}
          >
            {list.map((user) => (
              <tr key={user.user_uuid}>
                <td>{user.name}</td>
                <td>
                  {user.email}
                  {user.has_second_factor ? <span className={page.soft}> {words.team.secondFactor}</span> : null}
                </td>
                <td>
                  <select
                    aria-label={words.team.roleOf(user.name)}
                    value={user.role}
                    onChange={(event) => changeRole(user, event.target.value)}
                  >
                    {USER_ROLES.map((name) => (
                      <option key={name} value={name}>
                        {words.common.roles[name].toLowerCase()}
                      </option>
                    ))}
                  </select>
                </td>
                {choosesDepots ? (
                  <td>
                    {depotNames(depots, user.depot_uuids)}{' '}
                    <Button
                      kind="quiet"
                      reason={user.role === 'OWNER' ? words.team.ownersAll : null}
                      aria-label={words.team.editDepotsOf(user.name)}
                      onClick={() => setPlaced(user)}
                    >
                      {words.common.edit}
                    </Button>
                  </td>
                ) : null}
                <td>
                  <div className={page.row}>
                    <Button
                      onClick={() =>
                        void act(
                          call('POST /users/{user_uuid}/reset-link', { params: { user_uuid: user.user_uuid } }).then(
                            ({ link: secret }) =>
                              setLink({
                                title: words.team.newPasswordFor(user.name),
                                lead: words.team.shareOneDay,
                                secret,
                              }),
                          ),
                          '',
                        )
                      }
                    >
                      {words.team.newPassword}
                    </Button>
                    <Button onClick={() => setSeen(user)}>{words.team.sessions}</Button>
                    <Button
                      kind="danger"
                      aria-label={words.team.removeOf(user.name)}
                      onClick={() =>
                        ask({
                          title: words.team.removeAsk(user.name),
                          text: words.team.removeText,
                          yes: words.common.remove,
                          danger: true,
                          onYes: () => remove(user),
                        })
                      }
                    >
                      {words.common.remove}
                    </Button>
                  </div>
                </td>
              </tr>
            ))}
          </Table>
        )}
      </QueryState>
      <PendingLinks depots={depots} act={act} />
      {confirmation}
      {left ? <LeavingDialog {...left} act={act} onClose={() => setLeft(null)} /> : null}
      {inviting ? (
        <FormDialog
          title={words.team.invite}
          action={words.team.makeInvitation}
          values={{ role: 'DISPATCHER' }}
          draft="invitation"
          onClose={() => setInviting(false)}
          save={async (sent) => {
            const email = sent.text('email')
            const { link: secret } = await call('POST /users/invite', {
              body: unchecked<'POST /users/invite'>({ email, role: sent.text('role'), depot_uuids: depotsIn(sent) }),
            })
            setLink({
              title: words.team.invitationFor(email),
              lead: words.team.shareOneWeek,
              secret,
            })
            await again('GET /users/links')
          }}
        >
          <Field label={words.common.email} name="email" type="email" />
          <SelectField label={words.team.role} name="role">
            {USER_ROLES.map((name) => (
              <option key={name} value={name}>
                {words.team.roles[name]}
              </option>
            ))}
          </SelectField>
          {choosesDepots ? <DepotFields depots={depots} /> : null}
        </FormDialog>
      ) : null}
      {placed ? (
        <DepotsDialog
          user={placed}
          depots={depots}
          onSaved={(done) => {
            setPlaced(null)
            void act(Promise.resolve(), done)
          }}
          onClose={() => setPlaced(null)}
        />
      ) : null}
      {seen ? <SessionsDialog user={seen} onClose={() => setSeen(null)} /> : null}
      {link ? <SecretDialog {...link} onClose={() => setLink(null)} /> : null}
    </Page>
  )
}
