// Users and their roles. Owners share invitations and password links.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { UserOut } from '../../../src/contract/office/users.ts'
import { USER_ROLES } from '../../../src/domain/users/permissions.ts'
import { call, asUncheckedBody } from '../../api/client.ts'
import { endpointQuery, useInvalidate } from '../../api/query.ts'
import { resultMessage } from '../../api/result-message.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { Field, SelectField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Page } from '../../ui/page.tsx'
import page from '../../ui/page.module.css'
import { QueryState } from '../../ui/query-state.tsx'
import { SecretDialog } from '../../ui/secret-dialog.tsx'
import { Table } from '../../ui/table.tsx'
import { words } from '../../words/locale.ts'
import { SessionsDialog } from '../account/sessions.tsx'
import { AccessDecisionDialog, type AccessDecision, applyUnlessUndecided } from './leaving-dialog.tsx'
import { PendingLinks } from './pending-links.tsx'
import type { RunAction } from '../integrations/act.ts'
import { SettingsNav } from '../settings/settings-nav.tsx'
import { DepotFields, depotNames, depotsIn, DepotsDialog, type DepotsToChoose } from './depot-choice.tsx'
import { Options } from '../../ui/options.tsx'

interface NewLink {
  title: string
  lead: string
  secret: string
}

/** The open dialog and its subject. */
type Open =
  | { kind: 'invite' }
  | { kind: 'link'; link: NewLink }
  | { kind: 'sessions' | 'depots'; user: UserOut }
  | { kind: 'leaving'; leaving: AccessDecision }

export default function TeamPage() {
  const again = useInvalidate()
  const users = useQuery(endpointQuery('GET /users'))
  const depots = useQuery(endpointQuery('GET /users/depots')).data ?? []
  const [open, setOpen] = useState<Open | null>(null)
  const [said, setSaid] = useState('')
  // With a single depot there is no choice, unless a user is already restricted to it or to a removed depot.
  const choosesDepots = depots.length > 1 || (users.data ?? []).some((user) => user.depot_uuids !== null)
  const act: RunAction = async (work, done) => {
    setSaid(await resultMessage(work, done))
    await again('GET /users', 'GET /users/links')
  }
  const columns = [
    words.common.name,
    words.common.email,
    words.team.role,
    ...(choosesDepots ? [words.team.depots] : []),
    words.team.actions,
  ]
  const close = (): void => setOpen(null)
  return (
    <Page
      wide
      title={words.team.title}
      beside={<SettingsNav />}
      actions={
        <Button kind="primary" onClick={() => setOpen({ kind: 'invite' })}>
          {words.team.invite}
        </Button>
      }
    >
      <p role="status" className={page.said}>
        {said}
      </p>
      <QueryState query={users} what={words.team.theTeam}>
        {(list) => (
          <Table columns={columns}>
            {list.map((user) => (
              <Member key={user.user_uuid} {...{ user, act }} depots={choosesDepots ? depots : null} onOpen={setOpen} />
            ))}
          </Table>
        )}
      </QueryState>
      <PendingLinks depots={depots} act={act} />
      {open?.kind === 'leaving' ? <AccessDecisionDialog {...open.leaving} act={act} onClose={close} /> : null}
      {open?.kind === 'invite' ? (
        <InviteDialog
          depots={choosesDepots ? depots : null}
          onMade={(link) => setOpen({ kind: 'link', link })}
          onClose={close}
        />
      ) : null}
      {open?.kind === 'depots' ? (
        <DepotsDialog
          user={open.user}
          depots={depots}
          onSaved={(done) => {
            close()
            void act(Promise.resolve(), done)
          }}
          onClose={close}
        />
      ) : null}
      {open?.kind === 'sessions' ? <SessionsDialog user={open.user} onClose={close} /> : null}
      {open?.kind === 'link' ? <SecretDialog {...open.link} onClose={close} /> : null}
    </Page>
  )
}

interface MemberProps {
  user: UserOut
  /** Depots to choose from. Null if there is no choice. */
  depots: DepotsToChoose | null
  act: RunAction
  onOpen: (open: Open) => void
}

function Member({ user, depots, act, onOpen }: MemberProps) {
  const params = { user_uuid: user.user_uuid }
  /** Makes the change. If the user set up access such as API keys, asks for a decision first. */
  const leave = (work: AccessDecision['work'], done: string): void =>
    void act(
      applyUnlessUndecided(work, (made) => onOpen({ kind: 'leaving', leaving: { name: user.name, made, work, done } })),
      (isDone) => (isDone ? done : ''),
    )
  const changeRole = (role: string): void =>
    leave(
      (made) =>
        call('PATCH /users/{user_uuid}', {
          params,
          body: asUncheckedBody<'PATCH /users/{user_uuid}'>({ role, ...(made && { made }) }),
        }),
      words.team.hasNewRole(user.name),
    )
  const remove = (): void =>
    leave(
      (made) => call('DELETE /users/{user_uuid}', { params, query: made ? { made } : {} }),
      words.team.isRemoved(user.name),
    )
  const resetPassword = async (): Promise<void> => {
    const { link: secret } = await call('POST /users/{user_uuid}/reset-link', { params })
    const title = words.team.newPasswordFor(user.name)
    onOpen({ kind: 'link', link: { title, lead: words.team.shareOneDay, secret } })
  }
  return (
    <tr>
      <td>{user.name}</td>
      <td>
        {user.email}
        {user.has_second_factor ? <span className={page.soft}> {words.team.secondFactor}</span> : null}
      </td>
      <td>
        <select
          aria-label={words.team.roleOf(user.name)}
          value={user.role}
          onChange={(event) => changeRole(event.target.value)}
        >
          <Options options={USER_ROLES.map((name) => [name, words.common.roles[name].toLowerCase()])} />
        </select>
      </td>
      {depots ? (
        <td>
          {depotNames(depots, user.depot_uuids)}{' '}
          <Button
            kind="quiet"
            reason={user.role === 'OWNER' ? words.team.ownersAll : null}
            aria-label={words.team.editDepotsOf(user.name)}
            onClick={() => onOpen({ kind: 'depots', user })}
          >
            {words.common.edit}
          </Button>
        </td>
      ) : null}
      <td>
        <div className={page.row}>
          <Button onClick={() => void act(resetPassword(), '')}>{words.team.newPassword}</Button>
          <Button onClick={() => onOpen({ kind: 'sessions', user })}>{words.team.sessions}</Button>
          <ConfirmButton
            kind="danger"
            aria-label={words.team.removeOf(user.name)}
            question={{
              title: words.team.removeAsk(user.name),
              text: words.team.removeText,
              yes: words.common.remove,
              danger: true,
              onYes: remove,
            }}
          >
            {words.common.remove}
          </ConfirmButton>
        </div>
      </td>
    </tr>
  )
}

interface InviteProps {
  depots: DepotsToChoose | null
  onMade: (link: NewLink) => void
  onClose: () => void
}

function InviteDialog({ depots, onMade, onClose }: InviteProps) {
  const again = useInvalidate()
  return (
    <FormDialog
      title={words.team.invite}
      action={words.team.makeInvitation}
      values={{ role: 'DISPATCHER' }}
      draft="invitation"
      onClose={onClose}
      save={async (sent) => {
        const email = sent.text('email')
        const { link: secret } = await call('POST /users/invite', {
          body: asUncheckedBody<'POST /users/invite'>({ email, role: sent.text('role'), depot_uuids: depotsIn(sent) }),
        })
        await again('GET /users/links')
        return { title: words.team.invitationFor(email), lead: words.team.shareOneWeek, secret }
      }}
      onSaved={onMade}
    >
      <Field label={words.common.email} name="email" type="email" />
      <SelectField
        label={words.team.role}
        name="role"
        options={USER_ROLES.map((name) => [name, words.team.roles[name]])}
      />
      {depots ? <DepotFields depots={depots} /> : null}
    </FormDialog>
  )
}
