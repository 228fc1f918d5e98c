// The four kinds of error; anything that is none of the first three is a defect.

/** Tell the caller: a rule says no. `code` is stable; the message is a whole sentence with the ids and the mend. */
export class Rejection extends Error {
  override readonly name = 'Rejection';
  constructor(
    readonly code: string,
    message: string,
    readonly details: Readonly<Record<string, unknown>> = {},
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }
}

/** Read again and try once more: someone else was first. */
export class Conflict extends Error {
  override readonly name = 'Conflict';
  constructor(
    readonly code: string,
    message: string,
    readonly details: Readonly<Record<string, unknown>> = {},
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }
}

/** Not now: retry later. `retryAfterMs` is a hint in milliseconds. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
  constructor(
    readonly code: string,
    message: string,
    readonly retryAfterMs = 1000,
    readonly details: Readonly<Record<string, unknown>> = {},
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }
}
