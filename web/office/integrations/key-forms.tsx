// Forms that create, limit and replace an API key.
import { KEY_SCOPE_NAMES, type KeyScope } from '../../../src/domain/users/permissions.ts'
import { call, type Reply, asUncheckedBody } from '../../api/client.ts'
import { CheckList, Field, SelectField, TextField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import type { SubmittedForm } from '../../ui/form-values.ts'
import { timeAndDay } from '../../ui/format.ts'
import { words } from '../../words/locale.ts'
import { useSession } from '../session.tsx'

export type ApiKey = Reply<'GET /keys'>[number]

const LIFETIMES_DAYS = [7, 30, 90, 365]
const OVERLAPS_HOURS = [0, 1, 24, 7 * 24, 30 * 24]
const DAY_MS = 86_400_000

interface CreateProps {
  onClose: () => void
  onMade: (apiKey: string) => void
}

export const CreateKey = ({ onClose, onMade }: CreateProps) => (
  <FormDialog
    title={words.integrations.createApiKey}
    action={words.integrations.createTheKey}
    onClose={onClose}
    save={(sent) =>
      call('POST /keys', { body: asUncheckedBody<'POST /keys'>({ name: sent.text('name'), ...limitsIn(sent) }) })
    }
    onSaved={({ api_key: apiKey }) => onMade(apiKey)}
  >
    <Field label={words.common.name} name="name" hint={words.integrations.keyHint} />
    <Limits expiresAt={null} />
  </FormDialog>
)

interface ChangeProps {
  apiKey: ApiKey
  onClose: () => void
  onSaved: () => void
}

export const ChangeKeyLimits = ({ apiKey: key, onClose, onSaved }: ChangeProps) => (
  <FormDialog
    title={words.integrations.limitOf(key.name)}
    action={words.integrations.saveLimits}
    values={{
      scopes: key.scopes,
      allowed_addresses: key.allowed_addresses?.join('\n'),
      expires: key.expires_at ? KEEP_EXPIRY : '',
    }}
    onClose={onClose}
    save={(sent) =>
      call('PATCH /keys/{key_uuid}', {
        params: { key_uuid: key.key_uuid },
        body: asUncheckedBody<'PATCH /keys/{key_uuid}'>(limitsIn(sent)),
      })
    }
    onSaved={onSaved}
  >
    <Limits expiresAt={key.expires_at} />
  </FormDialog>
)

export const RollOverKey = ({ apiKey: key, onClose, onMade }: CreateProps & { apiKey: ApiKey }) => (
  <FormDialog
    title={words.integrations.rollOverOf(key.name)}
    action={words.integrations.rollItOver}
    values={{ overlap_hours: 24 }}
    onClose={onClose}
    save={(sent) =>
      call('POST /keys/{key_uuid}/roll-over', {
        params: { key_uuid: key.key_uuid },
        body: { overlap_hours: Number(sent.text('overlap_hours')) },
      })
    }
    onSaved={({ api_key: apiKey }) => onMade(apiKey)}
  >
    <p>{words.integrations.rollOverLead}</p>
    <SelectField
      label={words.integrations.oldEnds}
      name="overlap_hours"
      options={OVERLAPS_HOURS.map((hours) => [hours, hoursText(hours)])}
    />
  </FormDialog>
)

const hoursText = (hours: number): string =>
  hours === 0
    ? words.integrations.atOnce
    : hours > 24
      ? words.integrations.endsIn(hours / 24)
      : words.integrations.inHours(hours)

/** Value of the option that keeps the current expiry. */
const KEEP_EXPIRY = 'kept'

function Limits({ expiresAt }: { expiresAt: string | null }) {
  const zone = useSession().business.time_zone
  return (
    <>
      <CheckList
        label={words.integrations.allowTo}
        name="scopes"
        options={KEY_SCOPE_NAMES}
        words={(scope) => words.integrations.scopes[scope as KeyScope]}
      />
      <TextField
        label={words.integrations.allowedAddresses}
        name="allowed_addresses"
        rows={3}
        hint={words.integrations.addressesHint}
      />
      <SelectField
        label={words.integrations.ends}
        name="expires"
        faultName="expires_at"
        none={words.integrations.endsNever}
        options={[
          ...(expiresAt ? [[KEEP_EXPIRY, words.integrations.endsAt(timeAndDay(expiresAt, zone))] as const] : []),
          ...LIFETIMES_DAYS.map((days) => [days, words.integrations.endsIn(days)] as const),
        ]}
      />
    </>
  )
}

/** Returns the limits for the request body. Omits `expires_at` if the expiry stays the same, and the server then keeps it. */
function limitsIn(sent: SubmittedForm) {
  const scopes = sent.all('scopes')
  const expires = sent.text('expires')
  return {
    scopes: scopes.length > 0 ? scopes : null,
    allowed_addresses: sent
      .text('allowed_addresses')
      .split(/[\s,]+/)
      .filter(Boolean),
    ...(expires !== KEEP_EXPIRY && {
      expires_at: expires ? new Date(Date.now() + Number(expires) * DAY_MS).toISOString() : null,
    }),
  }
}
