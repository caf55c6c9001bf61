// Types of requests that are named by method and path, such as 'GET /orders/{order_uuid}'. The compiler checks name, parameters
// and response against the endpoint definition. Only types are imported, so the page doesn't load the schemas.
import type { z } from 'zod'

/** Common members of the endpoint definitions of the office and the driver page. */
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

/** Endpoints keyed by method and path. */
export type ByRoute<E extends Callable> = { [One in E as `${One['method']} ${One['path']}`]: One }

/** Query values are text. Undefined values are omitted. */
type QueryTexts<Q> = { [Name in keyof Q]: string | undefined }

/** Request body whose GeoJSON members (`Areas`) are untyped, because the page sends them before the server parses them. */
type WithGeoJson<Body, Areas> = Areas extends keyof Body ? Omit<Body, Areas> & Record<Areas, unknown> : Body

type Member<Name extends string, T> = Record<never, unknown> extends T ? { [N in Name]?: T } : { [N in Name]: T }

/** Names of the path parameters. */
type PathParameterNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameterNames<Rest>
  : never

/** Parameters of a call of the endpoint. */
export type CallInput<E extends Callable> = Member<'params', Record<PathParameterNames<E['path']>, string>> &
  (E extends { query: infer S extends z.ZodType } ? Member<'query', QueryTexts<z.input<S>>> : unknown) &
  (E extends { multipart: true }
    ? { form: FormData }
    : E extends { body: infer S extends z.ZodType }
      ? Member<'body', WithGeoJson<z.input<S>, E['areasIn']>>
      : unknown) &
  (E extends { file: true } ? { file: File } : unknown) & { signal?: AbortSignal }

/** The argument is optional if all its members are. */
export type Arguments<G> = Record<never, unknown> extends G ? [given?: G] : [given: G]

/** The `data` member of the response. */
export type Data<E extends Callable> = E['reply'] extends z.ZodType ? z.output<E['reply']> : never

/** Type of each line but the last, if the response consists of lines. */
export type Line<E extends Callable> = E['line'] extends z.ZodType ? z.output<E['line']> : never

interface UrlParameters {
  params?: Record<string, string>
  query?: Record<string, string | undefined>
}

/** Method and path of a call, with its parameters filled in. */
export function methodAndPathOf(route: string, given: object = {}): { method: string; path: string } {
  const { params = {}, query = {} } = given as UrlParameters
  const [method = '', pattern = ''] = route.split(' ', 2)
  const path = pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const texts = Object.entries(query).filter((one): one is [string, string] => one[1] !== undefined)
  const search = new URLSearchParams(texts).toString()
  return { method, path: search ? `${path}?${search}` : path }
}
