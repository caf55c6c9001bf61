// The user's own account: language, password, passkeys, second factor, live or test side, and sessions.
import type { OfficeLanguage } from '../../../src/domain/users/office-language.ts'
import { call } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { words } from '../../words/locale.ts'
import { AppearanceChoice } from '../appearance.tsx'
import { chooseLanguageHere, LanguageChoice } from '../language.tsx'
import { useRefreshSession, useSession } from '../session.tsx'
import { SideChoice } from '../side.tsx'
import style from './account-page.module.css'
import { confirmationIn, ConfirmationFields } from './confirmation.tsx'
import { Passkeys } from './passkeys.tsx'
import { SecondFactor } from './second-factor.tsx'
import { Sessions } from './sessions.tsx'
import { Page } from '../../ui/page.tsx'

export default function AccountPage() {
  const { user, other_businesses: others } = useSession()
  const refresh = useRefreshSession()
  return (
    <Page title={words.account.title}>
      <p>
        {user.name}, {user.email}, {words.common.roles[user.role].toLowerCase()}
      </p>
      <LanguageSection />
      <PasswordForm />
      <Passkeys />
      <SecondFactor />
      <section className={style.section}>
        <SideChoice />
      </section>
      <section className={style.section}>
        <h2>{words.account.whereSignedIn}</h2>
        <Sessions />
        <p>
          {words.account.signOutEverywhereHint} {others ? words.account.signOutOfOthersHint : null}
        </p>
        <Button onClick={() => void call('POST /sign-out-everywhere').then(refresh)}>
          {words.account.signOutEverywhere}
        </Button>
      </section>
    </Page>
  )
}

function LanguageSection() {
  const { user } = useSession()
  const refresh = useRefreshSession()
  const choose = async (language: OfficeLanguage | null): Promise<void> => {
    await call('POST /account/language', { body: { language } })
    chooseLanguageHere(language)
    await refresh()
  }
  return (
    <section className={style.section}>
      <h2>{words.account.pagesTitle}</h2>
      <LanguageChoice
        value={user.language}
        none={words.account.languageOther}
        onChoose={(language) => void choose(language)}
      />
      <AppearanceChoice />
    </section>
  )
}

const PasswordForm = () => (
  <section className={style.section}>
    <h2>{words.account.changePassword}</h2>
    <Form
      action={words.account.changeThePassword}
      label={words.account.changePassword}
      emptyAfter
      save={async (sent) => {
        await call('POST /account/password', {
          body: { ...confirmationIn(sent), new_password: sent.text('new_password') },
        })
        return words.account.passwordChanged
      }}
    >
      <ConfirmationFields />
      <Field
        label={words.account.newPassword}
        name="new_password"
        type="password"
        autoComplete="new-password"
        hint={words.common.atLeastTen}
      />
    </Form>
  </section>
)
