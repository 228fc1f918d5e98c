// Where this tab stands in the Journal. `applied` moves only after events were applied, and it is what a reconnect sends back.

export class LiveCursor {
  private appliedTo: number | null = null;
  private takenTo: number | null = null;

  /** Position to resume after; null before the first `sync`. */
  get applied(): number | null {
    return this.appliedTo;
  }

  /** Offers an event's position; false when it was already taken (a replay after a reconnect). */
  take(position: number): boolean {
    if (this.takenTo !== null && position <= this.takenTo) return false;
    this.takenTo = position;
    return true;
  }

  /** Everything up to `position` has been applied. Never moves back. */
  commit(position: number): void {
    if (this.appliedTo === null || position > this.appliedTo) this.appliedTo = position;
    if (this.takenTo === null || position > this.takenTo) this.takenTo = position;
  }

  /** A connection ended: what was taken but not applied will come again. */
  rewind(): void {
    this.takenTo = this.appliedTo;
  }

  /** Applying failed: nothing is known any more; lists must be loaded anew before a position holds again. */
  forget(): void {
    this.appliedTo = null;
    this.takenTo = null;
  }
}
