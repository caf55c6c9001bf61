// One person of the team: role, depots, sign-in, sessions, and a menu with the rest.
import type { UserOut } from '../../../src/contract/office/users.ts'
import { USER_ROLES } from '../../../src/domain/users/permissions.ts'
import { asUncheckedBody, call } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { useConfirmation } from '../../ui/confirm.tsx'
import { ago } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { MenuButton, MenuChoice } from '../../ui/menu.tsx'
import { Options } from '../../ui/options.tsx'
import { words } from '../../words/locale.ts'
import { InitialsMark } from '../mark.tsx'
import type { RunAction } from '../integrations/act.ts'
import { useSession } from '../session.tsx'
import { depotNames, type DepotsToChoose } from './depot-choice.tsx'
import { type AccessDecision, applyUnlessUndecided } from './leaving-dialog.tsx'
import type { Open } from './open-dialog.ts'
import style from './team.module.css'

interface Props {
  user: UserOut
  /** Depots to choose from. Null if there is no choice. */
  depots: DepotsToChoose | null
  act: RunAction
  onOpen: (open: Open) => void
}

export function Member({ user, depots, act, onOpen }: Props) {
  const { role } = user
  const { changeRole } = useMemberActions({ user, act, onOpen })
  return (
    <tr>
      <td>
        <Person user={user} />
      </td>
      <td>
        <select
          className={style.pick}
          aria-label={words.team.roleOf(user.name)}
          value={role}
          onChange={(event) => changeRole(event.target.value)}
        >
          <Options options={USER_ROLES.map((name) => [name, words.common.roles[name]])} />
        </select>
      </td>
      {depots ? (
        <td>
          <Button
            kind="quiet"
            small
            reason={role === 'OWNER' ? words.team.ownersAll : null}
            aria-label={`${words.team.editDepotsOf(user.name)}: ${depotNames(depots, user.depot_uuids)}`}
            onClick={() => onOpen({ kind: 'depots', user })}
          >
            {depotNames(depots, user.depot_uuids)}
          </Button>
        </td>
      ) : null}
      <td>
        <SignIn user={user} />
      </td>
      <td>{user.last_seen_at ? ago(user.last_seen_at) : words.team.signedOut}</td>
      <td>
        <Button kind="quiet" small onClick={() => onOpen({ kind: 'sessions', user })}>
          {words.team.sessionCount(user.sessions)}
        </Button>
      </td>
      <td>
        <MemberMenu {...{ user, act, onOpen }} />
      </td>
    </tr>
  )
}

function Person({ user }: { user: UserOut }) {
  const isSelf = useSession().user.email === user.email
  return (
    <div className={style.person}>
      <InitialsMark name={user.name} />
      <div>
        <b>{user.name}</b> {isSelf ? <em>{words.team.you}</em> : null}
        <span>{user.email}</span>
      </div>
    </div>
  )
}

const SignIn = ({ user }: { user: UserOut }) =>
  user.has_second_factor ? (
    words.team.secondFactor
  ) : (
    <span className={style.warning}>
      <Icon name="warning" />
      {words.team.noSecondFactor}
    </span>
  )

function MemberMenu({ user, act, onOpen }: Omit<Props, 'depots'>) {
  const { ask, confirmation } = useConfirmation()
  const { remove, resetPassword } = useMemberActions({ user, act, onOpen })
  const askToRemove = (): void =>
    ask({
      title: words.team.removeAsk(user.name),
      text: words.team.removeText,
      yes: words.common.remove,
      danger: true,
      onYes: remove,
    })
  return (
    <>
      <MenuButton
        small
        label={words.team.moreOf(user.name)}
        icon={<Icon name="more" />}
        onAction={(key) => (key === 'remove' ? askToRemove() : void act(resetPassword(), ''))}
      >
        <MenuChoice id="password" name={words.team.newPassword} />
        <MenuChoice id="remove" name={words.common.remove} ending />
      </MenuButton>
      {confirmation}
    </>
  )
}

function useMemberActions({ user, act, onOpen }: Omit<Props, 'depots'>) {
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
  return { changeRole, remove, resetPassword }
}
