// Unused invitations and password links: creator, expiry and withdrawal.
import { useQuery } from '@tanstack/react-query'
import { call, type Reply } from '../../api/client.ts'
import { endpointQuery } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { timeAndDay } from '../../ui/format.ts'
import page from '../../ui/page.module.css'
import { QueryState } from '../../ui/query-state.tsx'
import { Table } from '../../ui/table.tsx'
import { words } from '../../words/locale.ts'
import type { RunAction } from '../integrations/act.ts'
import { useSession } from '../session.tsx'
import { depotNames, type DepotsToChoose } from './depot-choice.tsx'

type PendingLink = Reply<'GET /users/links'>[number]

export function PendingLinks({ depots, act }: { depots: DepotsToChoose; act: RunAction }) {
  const links = useQuery(endpointQuery('GET /users/links'))
  return (
    <section className={page.section}>
      <h2>{words.team.links}</h2>
      <p className={page.soft}>{words.team.linksLead}</p>
      <QueryState query={links} what={words.team.theLinks}>
        {(list) =>
          list.length === 0 ? (
            <p className={page.soft}>{words.team.noLinks}</p>
          ) : (
            <Table
              columns={[
                words.team.linkFor,
                words.team.linkKind,
                words.team.madeBy,
                words.team.ends,
                words.team.actions,
              ]}
            >
              {list.map((link) => (
                <LinkRow key={link.link_uuid} {...{ link, depots, act }} />
              ))}
            </Table>
          )
        }
      </QueryState>
    </section>
  )
}

function LinkRow({ link, depots, act }: { link: PendingLink; depots: DepotsToChoose; act: RunAction }) {
  const zone = useSession().business.time_zone
  const { link_uuid, email, role, depot_uuids } = link
  return (
    <tr>
      <td>{email}</td>
      <td>
        {role ? words.team.invitationAs(words.common.roles[role].toLowerCase()) : words.team.passwordLink}
        {depot_uuids ? <div className={page.soft}>{depotNames(depots, depot_uuids)}</div> : null}
      </td>
      <td>{link.made_by ?? (link.by_mail ? words.team.askedByMail : words.team.operator)}</td>
      <td>{timeAndDay(link.expires_at, zone)}</td>
      <td>
        <div className={page.row}>
          <Button
            aria-label={words.team.withdrawOf(email)}
            onClick={() =>
              void act(
                call('DELETE /users/links/{link_uuid}', { params: { link_uuid } }),
                words.team.isWithdrawn(email),
              )
            }
          >
            {words.team.withdraw}
          </Button>
        </div>
      </td>
    </tr>
  )
}
