import { Button } from '../../ui/button.tsx'
import style from './day.module.css'

/** What came of the last thing done, and a way to do it all the same where there is one. */
export interface Said {
  text: string
  again?: () => void
}

export const DaySaid = ({ said, onClose }: { said: Said | null; onClose: () => void }) => (
  <div role="status" className={said ? style.said : undefined}>
    {said ? (
      <>
        <span>{said.text}</span>
        {said.again ? (
          <Button
            onClick={() => {
              onClose()
              said.again?.()
            }}
          >
            Do it anyway
          </Button>
        ) : null}
        <Button kind="quiet" aria-label="Close the message" onClick={onClose}>
          ×
        </Button>
      </>
    ) : null}
  </div>
)
