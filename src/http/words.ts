// Days as people read them: MM/dd/yyyy.
export { dayToWire as dayInWords } from '../contract/fields.ts'
