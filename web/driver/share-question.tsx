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
        <h2>Share your location during the route?</h2>
        <p>
          Your office and your next customer see it. It also makes arrival times and address locations more accurate.
        </p>
        <p className="soft">Sharing stops when the route ends. You can change it under “All stops” at any time.</p>
      </section>
      <div className="actions">
        <button type="button" className="primary" onClick={() => say(true)}>
          Share
        </button>
        <div className="second">
          <button type="button" onClick={() => say(false)}>
            Don’t share
          </button>
        </div>
      </div>
    </>
  )
}
