// What came of taking a step back.
import type { UndoneOut } from '../../contract/office/undo.ts'

export type Undone = Omit<UndoneOut, 'redo_step_uuid'>
