// How live what is on the screen is, as the frame and the banner tell it.

export type LiveStatus =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'live' }
  /** No byte for too long: what is shown may be old. `since` is when the last one came. */
  | { readonly kind: 'stale'; readonly since: number }
  /** No connection; tried again by itself. `detail` is what the server said, where it said anything. */
  | { readonly kind: 'offline'; readonly since: number; readonly detail: string | null }
  /** The server ended it for good: authority was lost. */
  | { readonly kind: 'closed'; readonly code: string; readonly detail: string };
