// Sends all webhooks again that an endpoint has not accepted since a given time.
import type { EndpointOut } from '../../../src/contract/webhooks.ts'
import { call } from '../../api/client.ts'
import { Field, SelectField } from '../../ui/field.tsx'
import { instantOfLocalTime } from '../../ui/format.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { words } from '../../words/locale.ts'
import { useSession } from '../session.tsx'

interface UndeliveredProps {
  endpoints: readonly EndpointOut[]
  chosen: string
  onClose: () => void
  onSent: (count: number) => void
}

export function UndeliveredDialog({ endpoints, chosen, onClose, onSent }: UndeliveredProps) {
  const { business } = useSession()
  return (
    <FormDialog
      title={words.integrations.resendAll}
      action={words.integrations.resendNow}
      values={{ endpoint: chosen || endpoints[0]?.endpoint_uuid }}
      onClose={onClose}
      save={(sent) => {
        const since = sent.text('since')
        return call('POST /webhooks/subscriptions/{endpoint_uuid}/replay-pending', {
          params: { endpoint_uuid: sent.text('endpoint') },
          body: { since: since ? instantOfLocalTime(since, business.time_zone) : '' },
        })
      }}
      onSaved={({ deliveries }) => onSent(deliveries)}
    >
      <p>{words.integrations.resendLead}</p>
      <SelectField
        label={words.integrations.endpoint}
        name="endpoint"
        options={endpoints.map(({ endpoint_uuid, url }) => [endpoint_uuid, url])}
      />
      <Field
        label={words.integrations.undeliveredSince}
        name="since"
        type="datetime-local"
        hint={words.integrations.timeZoneIs(business.time_zone)}
      />
    </FormDialog>
  )
}
