// A customer's data: found, exported, erased.
import { erasePerson } from '../../app/customers/privacy/erase-person.ts'
import { exportPerson } from '../../app/customers/privacy/export-person.ts'
import { findPerson } from '../../app/customers/privacy/find-person.ts'
import * as privacy from '../../contract/office/privacy.ts'
import { office } from '../operation.ts'

export const privacyBindings = [
  office(privacy.findPerson, (ctx, { body }) => findPerson(ctx, body)),
  office(privacy.exportPerson, (ctx, { body }) => exportPerson(ctx, body)),
  office(privacy.erasePerson, (ctx, { body }) => erasePerson(ctx, body)),
]
