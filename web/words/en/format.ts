export const format = {
  justNow: 'just now',
  ago: (time: string) => `${time} ago`,
  by: (time: string) => `by ${time}`,
  from: (time: string) => `from ${time}`,
  takeOver: (goods: string, place: string, span: string) => `Take over ${goods} from ${place}, ${span}`,
  pause: (span: string) => `Break ${span}`,
  reload: (goods: string, span: string) => `Back to the depot: load ${goods}, ${span}`,
  either: 'or',
}
