// Depots that a user works for: all, including future ones, or only the selected ones.
import { useState } from 'react'
import type { UserOut } from '../../../src/contract/office/users.ts'
import { call, type Reply, asUncheckedBody } from '../../api/client.ts'
import { CheckList, SelectField } from '../../ui/field.tsx'
import { useFormField } from '../../ui/form-context.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import type { SubmittedForm } from '../../ui/form-values.ts'
import { words } from '../../words/locale.ts'

export type DepotsToChoose = Reply<'GET /users/depots'>

/** Returns the depots chosen in the form. Null if the user works for all depots. */
export const depotsIn = (sent: SubmittedForm): string[] | null =>
  sent.text('which') === 'THESE' ? sent.all('depot_uuids') : null

export function DepotFields({ depots }: { depots: DepotsToChoose }) {
  const [which, setWhich] = useState(useFormField('which').texts?.[0] ?? 'ALL')
  const nameOf = new Map(depots.map(({ depot_uuid, name }) => [depot_uuid, name]))
  return (
    <>
      <SelectField
        label={words.team.depots}
        hint={words.team.depotsHint}
        name="which"
        onChange={(event) => setWhich(event.target.value)}
        options={[
          ['ALL', words.team.allDepots],
          ['THESE', words.team.onlyThese],
        ]}
      />
      {which === 'THESE' ? (
        <CheckList
          label={words.team.onlyThese}
          name="depot_uuids"
          options={[...nameOf.keys()]}
          words={(id) => nameOf.get(id) ?? ''}
        />
      ) : null}
    </>
  )
}

interface DialogProps {
  user: UserOut
  depots: DepotsToChoose
  onSaved: (said: string) => void
  onClose: () => void
}

export const DepotsDialog = ({ user, depots, onSaved, onClose }: DialogProps) => (
  <FormDialog
    title={words.team.depotsOf(user.name)}
    values={{ which: user.depot_uuids ? 'THESE' : 'ALL', depot_uuids: user.depot_uuids ?? [] }}
    onClose={onClose}
    onSaved={() => onSaved(words.team.hasOtherDepots(user.name))}
    save={(sent) =>
      call('POST /users/{user_uuid}/depots', {
        params: { user_uuid: user.user_uuid },
        body: asUncheckedBody<'POST /users/{user_uuid}/depots'>({ depot_uuids: depotsIn(sent) }),
      })
    }
  >
    <DepotFields depots={depots} />
  </FormDialog>
)

/** Names of the depots for a table row. */
export function depotNames(depots: DepotsToChoose, chosen: readonly string[] | null): string {
  if (!chosen) return words.team.all
  const nameOf = new Map(depots.map(({ depot_uuid, name }) => [depot_uuid, name]))
  return chosen.map((id) => nameOf.get(id) ?? words.team.removedDepot).join(', ')
}
