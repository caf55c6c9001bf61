// Shown instead of a screen that failed to load or to render. Opening it again shows the page cached for use without
// reception.
import { useWords } from './language.tsx'

export function NotOpened() {
  const { notOpened: words } = useWords()
  return (
    <main className="driver">
      <div role="alert">
        <h1>{words.title}</h1>
        <p>{words.text}</p>
      </div>
      <button type="button" className="primary" onClick={() => location.reload()}>
        {words.again}
      </button>
    </main>
  )
}
