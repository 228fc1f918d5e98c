// Remembers up to which position of the Journal this tab has seen facts, so that a read never answers with an older view.

/** Position floor of reads: raised by live events and by receipts of own commands. */
export class Freshness {
  private floor: number | null = null;

  raise(position: number | null): void {
    if (position !== null && (this.floor === null || position > this.floor)) this.floor = position;
  }

  /** `minPosition` of the next read; undefined while nothing was seen. */
  minPosition(): number | undefined {
    return this.floor ?? undefined;
  }
}
