// Asks whether to keep or revoke the access that an owner set up, when the owner is removed or gets another role.
import type { MadeAccessOut } from '../../../src/contract/office/users.ts'
import { ApiError } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { words } from '../../words/locale.ts'
import type { RunAction } from '../integrations/act.ts'

export interface AccessDecision {
  name: string
  made: MadeAccessOut
  /** Makes the change with the decision. The server refuses the change if a decision is needed. */
  work: (made?: 'KEEP' | 'REVOKE') => Promise<unknown>
  done: string
}

/**
 * Makes the change and resolves to true. If the server first needs a decision on the access, calls `onAsked` and resolves to
 * false.
 */
export async function applyUnlessUndecided(
  work: AccessDecision['work'],
  onAsked: (made: MadeAccessOut) => void,
): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'MADE_ACCESS') throw error
    onAsked(error.details.made as MadeAccessOut)
    return false
  }
}

export function AccessDecisionDialog({
  name,
  made,
  work,
  done,
  act,
  onClose,
}: AccessDecision & { act: RunAction; onClose: () => void }) {
  const decide = (decision: 'KEEP' | 'REVOKE'): void => {
    onClose()
    void act(work(decision), done)
  }
  return (
    <Dialog title={words.team.madeTitle(name)} onClose={onClose}>
      <p>{words.team.madeLead(name)}</p>
      <ul>
        {made.keys.map((key) => (
          <li key={key.key_uuid}>{words.team.madeKey(key.name, key.prefix)}</li>
        ))}
        {made.endpoints.map((endpoint) => (
          <li key={endpoint.endpoint_uuid}>{words.team.madeEndpoint(endpoint.url)}</li>
        ))}
        {made.connectors.map((connector) => (
          <li key={connector.connector_uuid}>{words.team.madeConnector(connector.name)}</li>
        ))}
        {made.single_sign_on ? <li>{words.team.madeSingleSignOn}</li> : null}
      </ul>
      <p>{words.team.madeText}</p>
      <DialogActions>
        <Button onClick={onClose}>{words.common.cancel}</Button>
        <Button onClick={() => decide('KEEP')}>{words.team.keepAll}</Button>
        <Button kind="danger" onClick={() => decide('REVOKE')}>
          {words.team.revokeAll}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
