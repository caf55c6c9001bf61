// Asked once, when the route starts: whether the phone may say where it is.
import { agreeToShare } from './place.ts'

export function ShareQuestion({ answer }: { answer: (shares: boolean) => void }) {
  const say = (shares: boolean) => {
    agreeToShare(shares)
    answer(shares)
  }
  return (
    <>
      <section className="card">
        <h2>Share your position while the route runs?</h2>
        <p>
          Your office sees it, and the customer you are heading to. Arrival times, and where addresses are on the map,
          get better by it.
        </p>
        <p className="soft">It ends with the route. You can change it under “All stops” at any time.</p>
      </section>
      <div className="actions">
        <button type="button" className="primary" onClick={() => say(true)}>
          Share
        </button>
        <div className="second">
          <button type="button" onClick={() => say(false)}>
            Not now
          </button>
        </div>
      </div>
    </>
  )
}
