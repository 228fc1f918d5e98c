// Keeps the head and the tail of an output within a number of bytes, and says what was left out.

export class OutputKeeper {
  private readonly head: Buffer[] = [];
  private tail: Buffer[] = [];
  private headBytes = 0;
  private tailBytes = 0;
  private dropped = 0;
  private readonly headLimit: number;
  private readonly tailLimit: number;

  constructor(limit: number) {
    this.headLimit = Math.floor(limit * 0.7);
    this.tailLimit = limit - this.headLimit;
  }

  get truncated(): boolean {
    return this.dropped > 0;
  }

  add(chunk: Buffer): void {
    const room = Math.min(chunk.length, this.headLimit - this.headBytes);
    if (room > 0) {
      this.head.push(chunk.subarray(0, room));
      this.headBytes += room;
    }
    if (room < chunk.length) this.addTail(chunk.subarray(Math.max(room, 0)));
  }

  text(): string {
    const head = Buffer.concat(this.head);
    const tail = Buffer.concat(this.tail);
    if (!this.truncated) return Buffer.concat([head, tail]).toString('utf8');
    return `${head.toString('utf8')}\n[… ${this.dropped} bytes left out …]\n${tail.toString('utf8')}`;
  }

  private addTail(chunk: Buffer): void {
    this.tail.push(chunk);
    this.tailBytes += chunk.length;
    while (this.tailBytes > this.tailLimit) {
      const first = this.tail[0] ?? Buffer.alloc(0);
      const over = Math.min(first.length, this.tailBytes - this.tailLimit);
      if (over === first.length) this.tail.shift();
      else this.tail[0] = first.subarray(over);
      this.tailBytes -= over;
      this.dropped += over;
    }
  }
}
