import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { words } from '../../words/locale.ts'
import style from './day.module.css'

const keys = () =>
  [
    ['b', words.build.build],
    ['r', words.day.keyIssue],
    ['t', words.day.today],
    ['[ ]', words.day.keyDays],
    ['l', words.day.keyLock],
    ['m', words.day.keyMove],
    ['z', words.day.keyUndo],
    ['Shift z', words.day.redo],
    ['/', words.day.searchDeliveries],
    ['Esc', words.day.keyClose],
    [words.day.keyArrows, words.day.keyArrowsHint],
    [words.day.keyEnter, words.day.keyEnterHint],
    ['Ctrl k', words.palette.title],
    ['Shift F10', words.selection.label],
    ['?', words.day.keyList],
  ] as const

export const KeysDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog title={words.day.keys} onClose={onClose}>
    <dl className={style.keys}>
      {keys().map(([key, meaning]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
    <DialogActions>
      <Button onClick={onClose}>{words.common.close}</Button>
    </DialogActions>
  </Dialog>
)

/** Returns the key of a shortcut. Null if the user is typing, a dialog is open, or Ctrl, Cmd or Alt is pressed. */
export function keyOf(event: KeyboardEvent): string | null {
  const { target } = event
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return null
  if (target instanceof HTMLElement && target.closest('input, select, textarea, dialog')) return null
  return event.shiftKey && event.key.toLowerCase() === 'z' ? 'Z' : event.key
}
