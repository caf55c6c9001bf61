// Who may sign in, and as what: invitations and new passwords by links that an owner hands on.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { USER_ROLES, type UserRole } from '../../../src/domain/users/user.ts'
import { call, unchecked } from '../../api/client.ts'
import { read, useReadAgain } from '../../api/query.ts'
import { saidOf } from '../../api/said.ts'
import { Button } from '../../ui/button.tsx'
import { useConfirmation } from '../../ui/confirm.tsx'
import { Field, SelectField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import page from '../../ui/page.module.css'
import { QueryState } from '../../ui/query-state.tsx'
import { SecretDialog } from '../../ui/secret-dialog.tsx'
import { Table } from '../../ui/table.tsx'
import { useRoleReason } from '../session.tsx'

const ROLE_WORDS: Record<UserRole, string> = {
  OWNER: 'Owner: everything',
  DISPATCHER: 'Dispatcher: plans and sends routes',
  VIEWER: 'Viewer: read-only',
}

export function TeamPage() {
  const role = useRoleReason('OWNER')
  const again = useReadAgain()
  const users = useQuery({ ...read('GET /users'), enabled: role === null })
  const [inviting, setInviting] = useState(false)
  const [link, setLink] = useState<{ title: string; lead: string; secret: string } | null>(null)
  const [said, setSaid] = useState('')
  const { ask, confirmation } = useConfirmation()
  const act = async (work: Promise<unknown>, done: string): Promise<void> => {
    setSaid(await saidOf(work, done))
    await again('GET /users')
  }
  if (role)
    return (
      <div className={page.page}>
        <h1>Team</h1>
        <p className={page.empty}>{role} Owners see and change the team.</p>
      </div>
    )
  return (
    <div className={page.page}>
      <div className={page.head}>
        <h1>Team</h1>
        <Button onClick={() => setInviting(true)}>Invite someone</Button>
      </div>
      <p role="status" className={page.said}>
        {said}
      </p>
      <QueryState query={users} what="the team">
        {(list) => (
          <Table columns={['Name', 'Email', 'Role', '(What can be done)']}>
            {list.map((user) => (
              <tr key={user.user_uuid}>
                <td>{user.name}</td>
                <td>
                  {user.email}
                  {user.has_totp ? <span className={page.soft}> (second factor)</span> : null}
                </td>
                <td>
                  <select
                    aria-label={`Role of ${user.name}`}
                    value={user.role}
                    onChange={(event) =>
                      void act(
                        call('PATCH /users/{user_uuid}', {
                          params: { user_uuid: user.user_uuid },
                          body: unchecked<'PATCH /users/{user_uuid}'>({ role: event.target.value }),
                        }),
                        `${user.name} has a new role.`,
                      )
                    }
                  >
                    {USER_ROLES.map((name) => (
                      <option key={name} value={name}>
                        {name.toLowerCase()}
                      </option>
                    ))}
                  </select>
                </td>
                <td>
                  <div className={page.row}>
                    <Button
                      onClick={() =>
                        void act(
                          call('POST /users/{user_uuid}/reset-link', { params: { user_uuid: user.user_uuid } }).then(
                            ({ link: secret }) =>
                              setLink({
                                title: `New password for ${user.name}`,
                                lead: 'Share this link with them. It works once, for one day.',
                                secret,
                              }),
                          ),
                          '',
                        )
                      }
                    >
                      New password
                    </Button>
                    <Button
                      kind="danger"
                      aria-label={`Remove ${user.name}`}
                      onClick={() =>
                        ask({
                          title: `Remove ${user.name}?`,
                          text: 'They are signed out immediately and can’t sign in again.',
                          yes: 'Remove',
                          danger: true,
                          onYes: () =>
                            void act(
                              call('DELETE /users/{user_uuid}', { params: { user_uuid: user.user_uuid } }),
                              `${user.name} is removed.`,
                            ),
                        })
                      }
                    >
                      Remove
                    </Button>
                  </div>
                </td>
              </tr>
            ))}
          </Table>
        )}
      </QueryState>
      {confirmation}
      {inviting ? (
        <FormDialog
          title="Invite someone"
          action="Make the invitation"
          values={{ role: 'DISPATCHER' }}
          draft="invitation"
          onClose={() => setInviting(false)}
          save={async (sent) => {
            const email = sent.text('email')
            const { link: secret } = await call('POST /users/invite', {
              body: unchecked<'POST /users/invite'>({ email, role: sent.text('role') }),
            })
            setLink({
              title: `Invitation for ${email}`,
              lead: 'Share this link with them. It works once, for one week.',
              secret,
            })
          }}
        >
          <Field label="Email" name="email" type="email" />
          <SelectField label="Role" name="role">
            {USER_ROLES.map((name) => (
              <option key={name} value={name}>
                {ROLE_WORDS[name]}
              </option>
            ))}
          </SelectField>
        </FormDialog>
      ) : null}
      {link ? <SecretDialog {...link} onClose={() => setLink(null)} /> : null}
    </div>
  )
}
