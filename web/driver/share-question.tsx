// Asks once, at the start of the route, whether the phone may share its location.
import { Button } from './button.tsx'
import { useWords } from './language.tsx'
import { storeSharingChoice } from './place.ts'

export function ShareQuestion({ answer }: { answer: (shares: boolean) => void }) {
  const { sharing: words } = useWords()
  const say = (shares: boolean) => {
    storeSharingChoice(shares)
    answer(shares)
  }
  return (
    <>
      <section className="card">
        <h2>{words.question}</h2>
        <p>{words.who}</p>
        <p className="soft">{words.howLong}</p>
      </section>
      <div className="actions">
        <Button kind="primary" onClick={() => say(true)}>
          {words.yes}
        </Button>
        <div className="second">
          <Button onClick={() => say(false)}>{words.no}</Button>
        </div>
      </div>
    </>
  )
}
