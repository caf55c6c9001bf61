export const settings = {
  officeLanguage: 'Language of the office',
  officeLanguageHint: 'Each person can choose another under their name',
  officeLanguageOfBrowser: 'That of each browser',
}
