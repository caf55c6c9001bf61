// Names the user who set up a key or an endpoint. If that user has left, an owner can keep it.
import type { MakerOut } from '../../../src/contract/office/users.ts'
import { Button } from '../../ui/button.tsx'
import page from '../../ui/page.module.css'
import { words } from '../../words/locale.ts'

export function CreatedBy({ maker, name, onKeep }: { maker: MakerOut | null; name: string; onKeep?: () => void }) {
  if (!maker) return null
  if (!maker.left) return <div className={page.soft}>{words.team.setUpBy(maker.name ?? '')}</div>
  return (
    <div className={page.bad}>
      {words.team.makerLeft(maker.name)}{' '}
      {onKeep ? (
        <Button aria-label={words.team.keepOf(name)} onClick={onKeep}>
          {words.team.keepIt}
        </Button>
      ) : null}
    </div>
  )
}
