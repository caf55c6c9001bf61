// Names the user who set up a key or an endpoint. If that user has left, an owner can keep it.
import type { CreatorOut } from '../../../src/contract/office/users.ts'
import { Button } from '../../ui/button.tsx'
import page from '../../ui/page.module.css'
import { words } from '../../words/locale.ts'

export function CreatedBy({
  creator,
  name,
  onKeep,
}: {
  creator: CreatorOut | null
  name: string
  onKeep?: () => void
}) {
  if (!creator) return null
  if (!creator.left) return <div className={page.soft}>{words.team.setUpBy(creator.name ?? '')}</div>
  return (
    <div className={page.bad}>
      {words.team.creatorLeft(creator.name)}{' '}
      {onKeep ? (
        <Button aria-label={words.team.keepOf(name)} onClick={onKeep}>
          {words.team.keepIt}
        </Button>
      ) : null}
    </div>
  )
}
