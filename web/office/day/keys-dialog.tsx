import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import style from './day.module.css'

const KEYS = [
  ['b', 'Build routes'],
  ['l', 'Lock or unlock the selected stops'],
  ['z', 'Undo the last move'],
  ['Shift z', 'Redo'],
  ['/', 'Search deliveries'],
  ['Esc', 'Close details'],
  ['Arrows', 'From stop to stop; with Shift select more'],
  ['Enter on a handle', 'Pick up a stop; arrows and Tab choose the position, Enter drops it'],
  ['?', 'This list'],
] as const

export const KeysDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog title="Keys" onClose={onClose}>
    <dl className={style.keys}>
      {KEYS.map(([key, meaning]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
    <DialogActions>
      <Button onClick={onClose}>Close</Button>
    </DialogActions>
  </Dialog>
)

/** Calls by key, but not while someone types or a dialog is open. */
export function keyOf(event: KeyboardEvent): string | null {
  const { target } = event
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return null
  if (target instanceof HTMLElement && target.closest('input, select, textarea, dialog')) return null
  return event.shiftKey && event.key.toLowerCase() === 'z' ? 'Z' : event.key
}
