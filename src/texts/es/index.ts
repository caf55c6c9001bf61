// All sentences in Latin American Spanish.
import { fields } from './fields.ts'
import { orders } from './orders.ts'
import { people } from './people.ts'
import { plans } from './plans.ts'
import { product } from './product.ts'
import { routes } from './routes.ts'

export const es = { ...fields, ...plans, ...routes, ...orders, ...people, ...product } as const
