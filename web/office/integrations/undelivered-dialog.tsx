// Sends all again that an endpoint has not accepted since some time.
import type { EndpointOut } from '../../../src/contract/webhooks.ts'
import { call } from '../../api/client.ts'
import { Field, SelectField } from '../../ui/field.tsx'
import { instantIn } from '../../ui/format.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
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
      title="Resend all undelivered"
      action="Resend now"
      values={{ endpoint: chosen || endpoints[0]?.endpoint_uuid }}
      onClose={onClose}
      save={(sent) => {
        const since = sent.text('since')
        return call('POST /webhooks/subscriptions/{endpoint_uuid}/replay-pending', {
          params: { endpoint_uuid: sent.text('endpoint') },
          body: { since: since ? instantIn(since, business.time_zone) : '' },
        })
      }}
      onSaved={({ deliveries }) => onSent(deliveries)}
    >
      <p>Sends every delivery since this time that the endpoint has not accepted, with the same delivery IDs.</p>
      <SelectField label="Endpoint" name="endpoint">
        {endpoints.map(({ endpoint_uuid, url }) => (
          <option key={endpoint_uuid} value={endpoint_uuid}>
            {url}
          </option>
        ))}
      </SelectField>
      <Field label="Undelivered since" name="since" type="datetime-local" hint={`Time zone: ${business.time_zone}`} />
    </FormDialog>
  )
}
