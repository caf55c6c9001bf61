// Sets up, replaces and turns off the second factor, and makes its recovery codes.
import { useState } from 'react'
import { call, type Reply } from '../../api/client.ts'
import { resultMessage } from '../../api/result-message.ts'
import { Button } from '../../ui/button.tsx'
import { useConfirmation } from '../../ui/confirm.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import page from '../../ui/page.module.css'
import { words } from '../../words/locale.ts'
import { RichText } from '../../ui/rich-text.tsx'
import { SecretDialog } from '../../ui/secret-dialog.tsx'
import { useRefreshSession, useSession } from '../session.tsx'
import style from './account-page.module.css'
import { QrCode } from './qr-code.tsx'

type Codes = Reply<'POST /account/totp'>
type TotpSetup = Reply<'POST /account/totp/begin'>

export function SecondFactor() {
  const { user } = useSession()
  const refresh = useRefreshSession()
  const [begun, setBegun] = useState<TotpSetup | null>(null)
  const [codes, setCodes] = useState<Codes | null>(null)
  const [said, setSaid] = useState('')
  const { ask, confirmation } = useConfirmation()
  const begin = async (): Promise<void> => {
    setSaid(await resultMessage(call('POST /account/totp/begin').then(setBegun), ''))
  }
  const askForCodes = (): void =>
    ask({
      title: words.account.newCodes,
      text: words.account.newCodesLead,
      yes: words.account.createCodes,
      onYes: () => void resultMessage(call('POST /account/recovery-codes').then(setCodes), '').then(setSaid),
    })
  const askToTurnOff = (): void =>
    ask({
      title: words.account.turnOffSecond,
      text: words.account.turnOffLead,
      yes: words.account.turnOff,
      onYes: () => void resultMessage(call('DELETE /account/totp').then(refresh), '').then(setSaid),
    })
  const turnOn = async (code: string): Promise<string> => {
    setCodes(await call('POST /account/totp', { body: { code } }))
    setBegun(null)
    await refresh()
    return ''
  }
  return (
    <section className={style.section}>
      <h2>{words.account.secondFactor}</h2>
      {begun ? (
        <SecondFactorSetup begun={begun} onCode={turnOn} onCancel={() => setBegun(null)} />
      ) : user.has_totp ? (
        <>
          <p>{words.account.isOn}</p>
          <div className={style.actions}>
            <Button onClick={() => void begin()}>{words.account.replaceAuthenticator}</Button>
            <Button onClick={askForCodes}>{words.account.newCodes}</Button>
            <Button onClick={askToTurnOff}>{words.account.turnOff}</Button>
          </div>
        </>
      ) : (
        <>
          <p>{words.account.isOff}</p>
          <Button onClick={() => void begin()}>{words.account.setUp}</Button>
        </>
      )}
      <p role="alert" className={page.said}>
        {said}
      </p>
      {confirmation}
      {codes ? (
        <SecretDialog
          title={words.account.yourCodes}
          lead={words.account.yourCodesLead}
          secret={codes.recovery_codes.join('\n')}
          onClose={() => setCodes(null)}
        />
      ) : null}
    </section>
  )
}

function SecondFactorSetup({
  begun,
  onCode,
  onCancel,
}: {
  begun: TotpSetup
  onCode: (code: string) => Promise<string>
  onCancel: () => void
}) {
  return (
    <>
      <p>
        <RichText text={words.account.scanThis} parts={{ a: (inner) => <a href={begun.uri}>{inner}</a> }} />
      </p>
      <QrCode text={begun.uri} label={words.account.keyAsQr} />
      <code className={style.secret}>{begun.secret.match(/.{4}/g)?.join(' ')}</code>
      <Form
        action={words.account.turnOn}
        label={words.account.setUpSecond}
        save={(sent) => onCode(sent.text('code'))}
        actions={<Button onClick={onCancel}>{words.common.cancel}</Button>}
      >
        <Field label={words.common.code} name="code" inputMode="numeric" autoComplete="one-time-code" />
      </Form>
    </>
  )
}
