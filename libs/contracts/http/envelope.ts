// The frame of every HTTP answer: success with data, or an RFC 9457 problem.

export interface Page {
  readonly nextCursor?: string;
  /** globalPosition up to which the view has read. */
  readonly asOf: number;
}

export interface Success<Data> {
  readonly success: true;
  readonly data: Data;
  readonly page?: Page;
}

/** `application/problem+json`; `code` is stable, `title` and `detail` are for people. */
export interface Problem {
  /** `urn:workroom:problem:<code>` */
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance: string;
  readonly code: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly traceId: string;
}

/** The answer to a command; `duplicate` is true when a repeat got the first receipt. */
export interface ReceiptDto {
  readonly outcome: 'committed' | 'duplicate' | 'stale' | 'refused';
  readonly duplicate: boolean;
  readonly streamId: string;
  readonly revision: number;
  readonly position: number | null;
  readonly eventIds: readonly string[];
  readonly code?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}
