// The page of users without the second factor that their business requires.
import { call } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { words } from '../../words/locale.ts'
import { useRefreshSession, useSession } from '../session.tsx'
import { OutsidePage } from '../sign-in/form.tsx'
import style from './account-page.module.css'
import { Passkeys } from './passkeys.tsx'
import { SecondFactor } from './second-factor.tsx'

/** Stays until the user continues, so that they can store the recovery codes. */
export function RequiredSecondFactor({ onContinue }: { onContinue: () => void }) {
  const { business, user } = useSession()
  const refresh = useRefreshSession()
  return (
    <OutsidePage
      wide
      title={words.account.requiredTitle}
      lead={user.must_add_second_factor ? words.account.requiredLead(business.name) : words.account.requiredDone}
    >
      <Passkeys />
      <SecondFactor />
      <div className={style.actions}>
        <Button
          kind="primary"
          reason={user.must_add_second_factor ? words.account.requiredFirst : null}
          onClick={onContinue}
        >
          {words.account.goOn}
        </Button>
        <Button onClick={() => void call('POST /sign-out').then(refresh)}>{words.shell.signOut}</Button>
      </div>
    </OutsidePage>
  )
}
