// Every `details.code` that only the office meets; what the API answers too is in contract/error-codes.ts.

export const OFFICE_ERROR_CODES = {
  SIGNED_OUT: 'No session, or one that has run out.',
  SIGN_IN_FAILED: 'No account has this email address and password.',
  CODE_NEEDED: 'The account has a second factor.',
  CODE_WRONG: 'The second factor is wrong or was used before.',
  TOO_MANY_SIGN_INS: 'Too many failed sign-ins from this address or to this account.',
  PASSWORD_WRONG: 'The current password is wrong.',
  EMAIL_TAKEN: 'Someone signs in with this email address already.',
  SET_UP_LINK_USED: 'The set-up link was used, replaced, or comes too late.',
  CSRF: 'The request came from another site, or from a page older than its session.',
  ROLE: "The user's role does not allow it.",
  ROUTE_CHANGED: 'Someone else changed the route meanwhile; details name who and when.',
  ROUTE_UNKNOWN: 'The route to move to is not among those of the move.',
  ROUTE_OVER: 'The route is completed or cancelled.',
  STOP_GONE: 'The delivery has just been put elsewhere.',
  STOP_LOCKED: 'The stop is locked to its place.',
  ORDER_NOT_OPEN: 'The delivery is no longer open.',
  UNPLACED: 'The delivery has no place on the map yet.',
  OTHER_DAY: 'The delivery is due on another day than the route.',
  TEMPERATURE: 'The vehicle does not carry the temperature class.',
  BUILD_CALLED_OFF: 'The build was called off by whoever began it.',
} as const satisfies Record<string, string>
