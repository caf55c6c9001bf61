// Side of the business that this browser shows: live data or test data, clearly marked.
import { useEffect } from 'react'
import { call } from '../api/client.ts'
import { Button } from '../ui/button.tsx'
import { words } from '../words/locale.ts'
import { useSession } from './session.tsx'
import style from './side.module.css'

/** Local storage key. Writing it notifies the other tabs of this browser. */
const CHANGED_AT = 'roundsman-side-changed-at'

/** Opens the first screen in all tabs of this browser, which then show the data of another business or side. */
export function openAgainEverywhere(): void {
  localStorage.setItem(CHANGED_AT, String(Date.now()))
  window.location.assign('/')
}

async function switchSide(test: boolean): Promise<void> {
  await call('POST /side', { body: { test } })
  openAgainEverywhere()
}

/** Banner on every screen that shows test data. Reloads this tab if another tab changed the business or the side. */
export function TestBanner() {
  const { test } = useSession().business
  useEffect(() => {
    const openAgain = ({ key }: StorageEvent): void => {
      if (key === CHANGED_AT) window.location.assign('/')
    }
    window.addEventListener('storage', openAgain)
    return () => window.removeEventListener('storage', openAgain)
  }, [])
  return test ? (
    <aside className={style.banner} aria-label={words.shell.testData}>
      <span>
        <strong>{words.shell.testData}</strong> {words.shell.testDataHint}
      </span>
      <Button kind="quiet" onClick={() => void switchSide(false)}>
        {words.shell.toLive}
      </Button>
    </aside>
  ) : null
}

export function SideChoice() {
  const { business, user } = useSession()
  const { test } = business
  return (
    <>
      <h2>{words.account.testTitle}</h2>
      <p>{words.account.testHint}</p>
      <Button
        reason={user.depot_uuids && !test ? words.shell.depotsCannot : null}
        onClick={() => void switchSide(!test)}
      >
        {test ? words.shell.toLive : words.account.toTest}
      </Button>
    </>
  )
}
