// The Inboxes, folded from the Journal's tail: what the application of proposals works through.
import { inboxDecider, inboxStream } from '#domain/ingress';
import type { InboxState, RecordedInboxEvent } from '#domain/ingress';
import type { Codec, StoredEvent } from '#contracts/codec';
import { foldStream } from '#journal';
import type { Folded, Journal } from '#journal';
import type { FactReader } from './fact-tail.js';

const PREFIX = inboxStream('');

export class InboxBoard implements FactReader {
  readonly #inboxes = new Map<string, Folded<InboxState>>();
  readonly #listeners: (() => void)[] = [];

  constructor(
    private readonly journal: Journal,
    private readonly codec: Codec,
  ) {}

  async load(): Promise<void> {
    for await (const page of this.journal.heads(PREFIX)) {
      for (const { streamId } of page) await this.#catchUp(streamId.slice(PREFIX.length));
    }
  }

  get all(): ReadonlyMap<string, Folded<InboxState>> {
    return this.#inboxes;
  }

  /** The Inbox as the Journal has it now. */
  current(projectId: string): Promise<InboxState> {
    return this.#catchUp(projectId);
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  read(events: readonly StoredEvent[]): void {
    const mine = events.filter(({ streamId }) => streamId.startsWith(PREFIX));
    for (const event of mine) this.#apply(event);
    if (mine.length > 0) for (const listener of this.#listeners) listener();
  }

  /** Facts of one stream come without gaps, so what is not the next one is known already. */
  #apply(event: StoredEvent): void {
    const projectId = event.streamId.slice(PREFIX.length);
    const folded = this.#inboxes.get(projectId);
    if (event.revision !== (folded?.head.revision ?? -1) + 1) return;
    const recorded = this.codec.open(event) as RecordedInboxEvent;
    this.#inboxes.set(projectId, {
      state: inboxDecider.evolve(folded?.state ?? inboxDecider.initial, recorded),
      head: { revision: event.revision, hash: event.hash },
      at: Math.max(folded?.at ?? 0, recorded.at),
    });
  }

  async #catchUp(projectId: string): Promise<InboxState> {
    const folded = await foldStream(this.journal, inboxDecider, inboxStream(projectId), this.codec, this.#inboxes.get(projectId));
    const known = this.#inboxes.get(projectId)?.head.revision ?? -1;
    if (folded.head.revision > known) this.#inboxes.set(projectId, folded);
    return folded.state;
  }
}
