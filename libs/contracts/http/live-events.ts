// Frames of GET /api/agent/workroom/events. A comment line keeps the connection alive every 15 s.
import type { RunEventDto } from './runs.js';

export type LiveFrame =
  /** First frame when no cursor was given: the position that live begins after. */
  | { readonly event: 'sync'; readonly id: number; readonly data: { readonly position: number } }
  /** A fact; `event` is its type, `id` its globalPosition. */
  | { readonly event: string; readonly id: number; readonly data: RunEventDto }
  /** Every 15 s: moves the cursor of a filtered reader. */
  | { readonly event: 'position'; readonly id: number; readonly data: { readonly position: number } }
  /** The cursor is too old, or the reader too far behind: reload lists, go on from `position`. */
  | { readonly event: 'reset'; readonly id: number; readonly data: { readonly position: number } }
  /** Authority was lost. */
  | { readonly event: 'closed'; readonly id: number; readonly data: { readonly code: string } };
