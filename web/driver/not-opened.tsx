// In the place of a screen that did not come or broke. Opened again, the page is the one kept for when there is no reception.
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
