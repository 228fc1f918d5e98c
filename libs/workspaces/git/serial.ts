// One after another: a queue of one.

export class Serial {
  private last: Promise<unknown> = Promise.resolve();

  /** Starts when everything queued before has ended, well or not. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const next = this.last.then(work, work);
    this.last = next.catch(() => undefined);
    return next;
  }
}
