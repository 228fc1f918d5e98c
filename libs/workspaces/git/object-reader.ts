// Reads blobs by id through one git process that ends by itself when nobody asks.
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import type { Socket } from 'node:net';
import { Rejection } from '#domain/kernel';
import type { ReadRange } from '../file-tree.js';
import type { Git } from './git-command.js';

const IDLE_MS = 1_000;

interface Pending {
  readonly objectId: string;
  readonly from: number;
  readonly to: number;
  readonly resolve: (content: Buffer) => void;
  readonly reject: (error: Error) => void;
}

export class ObjectReader {
  private child: ChildProcessWithoutNullStreams | null = null;
  private readonly waiting: Pending[] = [];
  private header = '';
  /** Bytes still to come of the blob at the head of the queue, its line end included; null while its header is read. */
  private left: number | null = null;
  private position = 0;
  private kept: Buffer[] = [];
  private idle: NodeJS.Timeout | null = null;

  constructor(
    private readonly git: Git,
    private readonly gitDir: string,
  ) {}

  /** The whole blob, or the part of it that `range` names. Throws Rejection FILE_NOT_FOUND for an unknown id. */
  read(objectId: string, range: ReadRange = {}): Promise<Buffer> {
    const from = range.offset ?? 0;
    const to = range.length === undefined ? Number.POSITIVE_INFINITY : from + range.length;
    return new Promise((resolve, reject) => {
      this.waiting.push({ objectId, from, to, resolve, reject });
      this.process().stdin.write(`${objectId}\n`);
    });
  }

  private process(): ChildProcessWithoutNullStreams {
    if (this.idle) clearTimeout(this.idle);
    this.idle = null;
    if (this.child) return hold(this.child, 'ref');
    const child = this.git.spawn(['--git-dir', this.gitDir, 'cat-file', '--batch']);
    child.stdout.on('data', (chunk: Buffer) => this.take(chunk));
    child.stderr.resume();
    child.stdin.on('error', () => undefined);
    child.on('error', (error) => this.fail(child, error));
    child.on('close', () => this.fail(child, new Error('git cat-file ended while blobs were awaited.')));
    this.child = child;
    return child;
  }

  private fail(child: ChildProcessWithoutNullStreams, error: Error): void {
    if (this.child !== child) return;
    this.child = null;
    this.header = '';
    this.left = null;
    this.kept = [];
    for (const pending of this.waiting.splice(0)) pending.reject(error);
  }

  private take(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length) at = this.left === null ? this.takeHeader(chunk, at) : this.takeBody(chunk, at, this.left);
    if (this.waiting.length === 0) this.rest();
  }

  private takeHeader(chunk: Buffer, at: number): number {
    const end = chunk.indexOf(10, at);
    this.header += chunk.toString('utf8', at, end < 0 ? chunk.length : end);
    if (end < 0) return chunk.length;
    const size = / (\d+)$/.exec(this.header)?.[1];
    this.header = '';
    if (size === undefined) {
      const pending = this.waiting.shift();
      pending?.reject(new Rejection('FILE_NOT_FOUND', `The repository has no object ${pending.objectId}.`));
    } else {
      this.left = Number(size) + 1;
      this.position = 0;
    }
    return end + 1;
  }

  private takeBody(chunk: Buffer, at: number, left: number): number {
    const end = Math.min(chunk.length, at + left);
    const pending = this.waiting[0];
    const content = left - (end - at) === 0 ? end - 1 : end;
    if (pending && content > at) {
      const from = Math.max(at, at + pending.from - this.position);
      const to = Math.min(content, at + pending.to - this.position);
      if (to > from) this.kept.push(chunk.subarray(from, to));
      this.position += content - at;
    }
    this.left = left - (end - at);
    if (this.left > 0) return end;
    this.left = null;
    const kept = this.kept;
    this.kept = [];
    this.waiting.shift()?.resolve(kept.length === 1 && kept[0] ? kept[0] : Buffer.concat(kept));
    return end;
  }

  private rest(): void {
    if (this.idle) clearTimeout(this.idle);
    this.idle = setTimeout(() => {
      const { child } = this;
      this.child = null;
      child?.stdin.end();
    }, IDLE_MS);
    this.idle.unref();
    if (this.child) hold(this.child, 'unref');
  }
}

/** An idle reader keeps no process alive. */
function hold(child: ChildProcessWithoutNullStreams, how: 'ref' | 'unref'): ChildProcessWithoutNullStreams {
  child[how]();
  for (const stream of [child.stdin, child.stdout, child.stderr]) (stream as unknown as Socket)[how]();
  return child;
}
