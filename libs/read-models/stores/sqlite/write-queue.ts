// One writer at a time: on SQLite all statements share one connection, so an open transaction would swallow a stranger's write.

/** Runs works one after the other, in the order in which they came; a failed work fails its caller only. */
export class WriteQueue {
  #last: Promise<unknown> = Promise.resolve();

  run<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** Resolves when everything queued so far has ended. */
  async idle(): Promise<void> {
    await this.#last;
  }
}
