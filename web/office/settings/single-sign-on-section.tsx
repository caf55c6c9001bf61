// Single sign-on: identity provider, roles by group, and whether it is required.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SingleSignOnOut } from '../../../src/contract/office/single-sign-on.ts'
import { USER_ROLES } from '../../../src/domain/users/permissions.ts'
import { call, type Reply, asUncheckedBody } from '../../api/client.ts'
import { endpointQuery, useInvalidate } from '../../api/query.ts'
import { resultMessage } from '../../api/result-message.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { Field, SelectField, TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import type { SubmittedForm } from '../../ui/form-values.ts'
import page from '../../ui/page.module.css'
import { QueryState } from '../../ui/query-state.tsx'
import { words } from '../../words/locale.ts'
import { CreatedBy } from '../integrations/creator.tsx'
import { Fields, Section, SwitchLine, Wide } from './section.tsx'
import style from './settings.module.css'

type TestResult = Reply<'POST /single-sign-on/test'>

export function SingleSignOnSection() {
  const query = useQuery(endpointQuery('GET /single-sign-on'))
  return (
    <QueryState query={query} what={words.singleSignOn.what}>
      {(data) => <SingleSignOnForm saved={data} />}
    </QueryState>
  )
}

const roleRulesName = (role: (typeof USER_ROLES)[number]): string => `values_${role}`

function SingleSignOnForm({ saved: { settings, version, redirect_uri, sign_in_link } }: { saved: SingleSignOnOut }) {
  const client = useQueryClient()
  const again = useInvalidate()
  return (
    <Form
      bar
      draft="settings/sign-on"
      values={valuesOf(settings, version)}
      save={async (sent) => {
        const changed = await call('PATCH /single-sign-on', {
          body: asUncheckedBody<'PATCH /single-sign-on'>(bodyIn(sent)),
        })
        client.setQueryData(endpointQuery('GET /single-sign-on').queryKey, changed)
        return words.common.saved
      }}
      onOutdated={() => again('GET /single-sign-on')}
    >
      <Section
        {...words.singleSignOn.sections.provider}
        beside={settings ? <CreatedBy creator={settings.made_by} name={words.singleSignOn.title} /> : null}
      >
        <ProviderFields redirectUri={redirect_uri} signInLink={settings ? sign_in_link : null} />
        {settings ? <Connection key={version} /> : null}
      </Section>
      <PeopleFields />
      <Section
        title={words.singleSignOn.sections.only.title}
        reason={
          settings?.break_glass ? words.singleSignOn.breakGlass(settings.break_glass) : words.singleSignOn.requiredHint
        }
      >
        <SwitchLine name="required" title={words.singleSignOn.required} />
      </Section>
    </Form>
  )
}

/** `signInLink` is null before the provider is set up. */
const ProviderFields = ({ redirectUri, signInLink }: { redirectUri: string; signInLink: string | null }) => (
  <Fields>
    <Wide>
      <p>{words.singleSignOn.giveIt}</p>
      <code className={page.secret}>{redirectUri}</code>
    </Wide>
    <Wide>
      <Field name="issuer" inputMode="url" label={words.singleSignOn.issuer} hint={words.singleSignOn.issuerHint} />
    </Wide>
    <Field name="client_id" label={words.singleSignOn.clientId} />
    <Field
      name="client_secret"
      type="password"
      autoComplete="off"
      label={words.singleSignOn.clientSecret}
      hint={signInLink ? words.singleSignOn.secretKept : null}
    />
    {signInLink ? (
      <Wide>
        <p>{words.singleSignOn.linkLead}</p>
        <code className={page.secret}>{signInLink}</code>
      </Wide>
    ) : null}
  </Fields>
)

const PeopleFields = () => (
  <Section {...words.singleSignOn.sections.people}>
    <Fields>
      <Field name="mail_domains" label={words.singleSignOn.domains} hint={words.singleSignOn.domainsHint} />
      <Field name="role_claim" label={words.singleSignOn.roleClaim} hint={words.singleSignOn.roleClaimHint} />
      {USER_ROLES.map((role) => (
        <TextField
          key={role}
          name={roleRulesName(role)}
          rows={2}
          label={words.singleSignOn.valuesOf(words.common.roles[role].toLowerCase())}
          hint={words.singleSignOn.valuesHint}
        />
      ))}
      <SelectField
        name="default_role"
        label={words.singleSignOn.defaultRole}
        none={words.singleSignOn.noRole}
        options={USER_ROLES.map((role) => [role, words.common.roles[role]])}
      />
    </Fields>
  </Section>
)

/** Tests and removes the saved connection. */
function Connection() {
  const again = useInvalidate()
  const [found, setFound] = useState<TestResult | null>(null)
  const [said, setSaid] = useState('')
  const [busy, setBusy] = useState(false)
  const test = async (): Promise<void> => {
    setBusy(true)
    setFound(null)
    setSaid(await resultMessage(call('POST /single-sign-on/test').then(setFound), ''))
    setBusy(false)
  }
  const remove = async (): Promise<void> => {
    setFound(null)
    setSaid(await resultMessage(call('DELETE /single-sign-on'), words.singleSignOn.removed))
    await again('GET /single-sign-on')
  }
  return (
    <div className={style.inset}>
      <div className={page.actions}>
        <Button busy={busy} onClick={() => void test()}>
          {words.singleSignOn.test}
        </Button>
        <ConfirmButton
          kind="danger"
          question={{
            title: words.singleSignOn.removeAsk,
            text: words.singleSignOn.removeText,
            yes: words.singleSignOn.remove,
            danger: true,
            onYes: () => void remove(),
          }}
        >
          {words.singleSignOn.remove}
        </ConfirmButton>
      </div>
      <div role="status">
        {said ? <p>{said}</p> : null}
        {found ? (
          <ul>
            {testResultLines(found).map((line) => (
              <li key={line}>{line}</li>
            ))}
            {found.said ? (
              <li>
                <code>{found.said}</code>
              </li>
            ) : null}
          </ul>
        ) : null}
      </div>
    </div>
  )
}

const valuesOf = (settings: SingleSignOnOut['settings'], version: number) => ({
  issuer: settings?.issuer,
  client_id: settings?.client_id,
  mail_domains: settings?.mail_domains.join(', '),
  role_claim: settings?.role_claim,
  ...Object.fromEntries(
    USER_ROLES.map((role) => [
      roleRulesName(role),
      settings?.role_rules
        .filter((rule) => rule.role === role)
        .map(({ value }) => value)
        .join('\n'),
    ]),
  ),
  default_role: settings?.default_role,
  required: settings?.required,
  version,
})

const listed = (text: string, between: RegExp): string[] =>
  text
    .split(between)
    .map((one) => one.trim())
    .filter(Boolean)

const bodyIn = (sent: SubmittedForm) => ({
  issuer: sent.text('issuer').trim(),
  client_id: sent.text('client_id').trim(),
  ...sent.fields({ client_secret: 'orNull', role_claim: 'orNull', default_role: 'orNull', required: 'isOn' }),
  mail_domains: listed(sent.text('mail_domains'), /[\s,;]+/),
  role_rules: USER_ROLES.flatMap((role) =>
    listed(sent.text(roleRulesName(role)), /\n/).map((value) => ({ value, role })),
  ),
  version: sent.version,
})

function testResultLines({ reached, issuer, redirect, secret }: TestResult): string[] {
  const { found } = words.singleSignOn
  const said = (is: boolean, { yes, no }: { yes: string; no: string }): string => (is ? yes : no)
  if (!reached) return [found.reached.no]
  if (issuer !== true) return [found.reached.yes, found.issuer.no]
  const open = (is: boolean | null, line: { yes: string; no: string; open: string }): string =>
    is === null ? line.open : said(is, line)
  return [found.reached.yes, found.issuer.yes, open(redirect, found.redirect), open(secret, found.secret)]
}
