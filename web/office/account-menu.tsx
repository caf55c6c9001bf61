// Menu of the signed-in user: the account, signing out, and the other businesses that this browser is signed in to.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Header, MenuSection, Separator } from 'react-aria-components'
import { call, type Reply } from '../api/client.ts'
import { endpointQuery } from '../api/query.ts'
import { resultMessage } from '../api/result-message.ts'
import { Dialog } from '../ui/dialog.tsx'
import { removeDrafts } from '../ui/drafts.ts'
import { MenuButton, MenuChoice } from '../ui/menu.tsx'
import { words } from '../words/locale.ts'
import { initialsOf } from './initials.ts'
import { navigate } from './location.ts'
import { useRefreshSession, useSession } from './session.tsx'
import style from './shell.module.css'
import { openAgainEverywhere } from './side.tsx'

const SWITCH = 'switch '

export function AccountMenu() {
  const { business, user, other_businesses: others } = useSession()
  const refresh = useRefreshSession()
  const [fault, setFault] = useState('')
  const { data: signedIn } = useQuery<Reply<'GET /account/businesses'>>({
    ...endpointQuery('GET /account/businesses'),
    enabled: others !== null && others > 0,
  })
  const signOut = async (): Promise<void> => {
    await call('POST /sign-out')
    removeDrafts()
    await refresh()
  }
  const switchTo = async (key: string): Promise<void> => {
    const said = await resultMessage(call('POST /account/businesses/switch', { body: { key } }), '')
    if (said) setFault(said)
    else openAgainEverywhere()
  }
  const act = (key: string): void => {
    if (key === 'signOut') void signOut()
    else if (key.startsWith(SWITCH)) void switchTo(key.slice(SWITCH.length))
    else navigate(key === 'another' ? '/sign-in/another' : '/account')
  }
  return (
    <>
      <MenuButton
        label={words.shell.accountOf(user.name)}
        icon={<span className={style.mark} data-mark={initialsOf(user.name)} />}
        className={style.account}
        placement="right bottom"
        onAction={act}
      >
        <MenuSection>
          <Header>{business.name}</Header>
          <MenuChoice id="account" name={words.account.title} />
        </MenuSection>
        {others === null ? null : (
          <MenuSection>
            <Header>{words.shell.switchBusiness}</Header>
            {signedIn?.businesses
              .filter(({ active }) => !active)
              .map(({ key, name, email }) => (
                <MenuChoice
                  key={key}
                  id={SWITCH + key}
                  name={email === user.email ? name : words.shell.businessAs(name, email)}
                />
              ))}
            {signedIn && signedIn.unreachable > 0 ? (
              <MenuChoice
                id="unreachable"
                name={words.shell.otherBusinesses(signedIn.unreachable)}
                reason={words.shell.notReachable}
              />
            ) : null}
            <MenuChoice id="another" name={words.shell.signInToAnother} />
          </MenuSection>
        )}
        <Separator />
        <MenuChoice id="signOut" name={others ? words.shell.signOutOfAll : words.shell.signOut} />
      </MenuButton>
      {fault ? (
        <Dialog title={words.shell.notSwitched} onClose={() => setFault('')}>
          <p>{fault}</p>
        </Dialog>
      ) : null}
    </>
  )
}
