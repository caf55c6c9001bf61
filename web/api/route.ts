// Calls named by method and path, such as 'GET /orders/{order_uuid}'. The compiler checks the name, what is given and
// the reply against the endpoint's literal. Only types of the literals are imported: their schemas stay on the server.
import type { z } from 'zod'

/** What the literals of the office and of the driver's page have in common. */
export interface Callable {
  method: string
  path: string
  query?: z.ZodType
  body?: z.ZodType
  file?: boolean
  areasIn?: string
  multipart?: boolean
  reply: z.ZodType | string
  line?: z.ZodType
}

/** The endpoints by their names. */
export type ByRoute<E extends Callable> = { [One in E as `${One['method']} ${One['path']}`]: One }

/** A query's values are text, as in the address bar; one that is undefined is left out. */
type Texts<Q> = { [Name in keyof Q]: string | undefined }

/** GeoJSON on the wire, whatever the server makes of it. */
type Wire<Body, Areas> = Areas extends keyof Body ? Omit<Body, Areas> & Record<Areas, unknown> : Body

type Member<Name extends string, T> = Record<never, unknown> extends T ? { [N in Name]?: T } : { [N in Name]: T }

/** The names of a path's parameters. */
type Names<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never

/** What a call of the endpoint is given. */
export type Given<E extends Callable> = Member<'params', Record<Names<E['path']>, string>> &
  (E extends { query: infer S extends z.ZodType } ? Member<'query', Texts<z.input<S>>> : unknown) &
  (E extends { multipart: true }
    ? { form: FormData }
    : E extends { body: infer S extends z.ZodType }
      ? Member<'body', Wire<z.input<S>, E['areasIn']>>
      : unknown) &
  (E extends { file: true } ? { file: File } : unknown) & { signal?: AbortSignal }

/** Nothing need be given where all of it is optional. */
export type Arguments<G> = Record<never, unknown> extends G ? [given?: G] : [given: G]

/** The `data` of the reply. */
export type Data<E extends Callable> = E['reply'] extends z.ZodType ? z.output<E['reply']> : never

/** What each line but the last holds, where the reply comes in lines. */
export type Line<E extends Callable> = E['line'] extends z.ZodType ? z.output<E['line']> : never

interface Filled {
  params?: Record<string, string>
  query?: Record<string, string | undefined>
}

/** The method and the path of a call, with what is given filled in. */
export function filledIn(route: string, given: object = {}): { method: string; path: string } {
  const { params = {}, query = {} } = given as Filled
  const [method = '', pattern = ''] = route.split(' ', 2)
  const path = pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const texts = Object.entries(query).filter((one): one is [string, string] => one[1] !== undefined)
  const search = new URLSearchParams(texts).toString()
  return { method, path: search ? `${path}?${search}` : path }
}
