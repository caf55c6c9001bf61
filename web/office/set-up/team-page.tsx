// Users and their roles. Owners share invitations and password links.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { UserOut } from '../../../src/contract/office/users.ts'
import { USER_ROLES } from '../../../src/domain/users/permissions.ts'
import { call, asUncheckedBody } from '../../api/client.ts'
import { endpointQuery, useInvalidate } from '../../api/query.ts'
import { resultMessage } from '../../api/result-message.ts'
import { Button } from '../../ui/button.tsx'
import { Field, SelectField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import page from '../../ui/page.module.css'
import { QueryState } from '../../ui/query-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SecretDialog } from '../../ui/secret-dialog.tsx'
import { Table } from '../../ui/table.tsx'
import { words } from '../../words/locale.ts'
import { SessionsDialog } from '../account/sessions.tsx'
import { AccessDecisionDialog } from './leaving-dialog.tsx'
import { PendingLinks } from './pending-links.tsx'
import type { RunAction } from '../integrations/act.ts'
import { Member } from './member.tsx'
import type { NewLink, Open } from './open-dialog.ts'
import { useRefreshSession, useSession } from '../session.tsx'
import { SettingsFrame } from '../settings/settings-frame.tsx'
import { DepotFields, depotsIn, DepotsDialog, type DepotsToChoose } from './depot-choice.tsx'
import style from './team.module.css'

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
    words.team.role,
    ...(choosesDepots ? [words.team.depots] : []),
    words.team.signIn,
    words.account.lastSeen,
    words.team.sessions,
    words.team.actions,
  ]
  return (
    <SettingsFrame
      title={words.team.title}
      lead={users.data ? words.team.people(users.data.length) : null}
      actions={
        <Button kind="primary" onClick={() => setOpen({ kind: 'invite' })}>
          <Icon name="plus" />
          {words.team.invite}
        </Button>
      }
    >
      <div className={page.part}>
        <p role="status" className={page.said}>
          {said}
        </p>
        <SecondFactorRule users={users.data ?? []} act={act} />
        <QueryState query={users} what={words.team.theTeam}>
          {(list) => (
            <Table scrolls label={words.team.title} columns={columns}>
              {list.map((user) => (
                <Member
                  key={user.user_uuid}
                  {...{ user, act }}
                  depots={choosesDepots ? depots : null}
                  onOpen={setOpen}
                />
              ))}
            </Table>
          )}
        </QueryState>
        <PendingLinks depots={depots} act={act} />
        <Roles />
      </div>
      {open ? <TeamDialog {...{ open, depots, choosesDepots, act }} onOpen={setOpen} /> : null}
    </SettingsFrame>
  )
}

/** The rule about second factors, with a button that changes the rule. */
function SecondFactorRule({ users, act }: { users: readonly UserOut[]; act: RunAction }) {
  const isRequired = useSession().business.requires_second_factor
  const refresh = useRefreshSession()
  const without = users.filter((user) => !user.has_second_factor).length
  const change = async (required: boolean): Promise<void> => {
    await call('POST /users/second-factor', { body: { required } })
    await refresh()
  }
  return (
    <p className={style.rule}>
      {isRequired ? words.team.factorRequired : words.team.factorOptional(without)}{' '}
      <Button
        kind="quiet"
        small
        onClick={() =>
          void act(change(!isRequired), isRequired ? words.team.factorNowOptional : words.team.factorNowRequired)
        }
      >
        {isRequired ? words.team.makeFactorOptional : words.team.requireFactor}
      </Button>
    </p>
  )
}

/** The permissions of each role. */
const Roles = () => (
  <section className={page.section}>
    <h2>{words.team.rolesTitle}</h2>
    <dl className={style.roles}>
      {USER_ROLES.map((role) => (
        <div key={role}>
          <dt>{words.common.roles[role]}</dt>
          <dd>{words.team.roleMay[role]}</dd>
        </div>
      ))}
    </dl>
  </section>
)

interface DialogProps {
  open: Open
  depots: DepotsToChoose
  choosesDepots: boolean
  act: RunAction
  onOpen: (open: Open | null) => void
}

function TeamDialog({ open, depots, choosesDepots, act, onOpen }: DialogProps) {
  const close = (): void => onOpen(null)
  switch (open.kind) {
    case 'leaving':
      return <AccessDecisionDialog {...open.leaving} act={act} onClose={close} />
    case 'invite':
      return (
        <InviteDialog
          depots={choosesDepots ? depots : null}
          onMade={(link) => onOpen({ kind: 'link', link })}
          onClose={close}
        />
      )
    case 'depots': {
      const saved = (done: string): void => {
        close()
        void act(Promise.resolve(), done)
      }
      return <DepotsDialog user={open.user} depots={depots} onSaved={saved} onClose={close} />
    }
    case 'sessions':
      return <SessionsDialog user={open.user} onClose={close} />
    case 'link':
      return <SecretDialog {...open.link} onClose={close} />
  }
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
        options={USER_ROLES.map((name) => [name, `${words.common.roles[name]}: ${words.team.roleMay[name]}`])}
      />
      {depots ? <DepotFields depots={depots} /> : null}
    </FormDialog>
  )
}
