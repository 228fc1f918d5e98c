// The fixture server's live events: resumes after a position, can be silenced while it stays open, and can be cut.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RunEventDto } from '#contracts/http';
import type { World } from './world.js';

export class LiveStreams {
  /** `Last-Event-ID` of each connection, in order; null where none was sent. */
  readonly resumedFrom: Array<string | null> = [];
  private readonly open = new Set<ServerResponse>();
  private silent = false;

  constructor(private readonly world: World) {}

  get count(): number {
    return this.open.size;
  }

  join(request: IncomingMessage, response: ServerResponse): void {
    const last = request.headers['last-event-id'];
    const after = typeof last === 'string' ? last : null;
    this.resumedFrom.push(after);
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    this.open.add(response);
    response.on('close', () => this.open.delete(response));
    this.silent = false;
    if (after === null) response.write(frame('sync', this.world.position, { position: this.world.position }));
    else response.write(': resumed\n\n' + this.factsAfter(Number(after)).map(factFrame).join(''));
  }

  publish(...facts: readonly RunEventDto[]): void {
    this.write(facts.map(factFrame).join(''));
  }

  /** Any frame, also a malformed one. */
  send(event: string, id: number, data: unknown): void {
    this.write(frame(event, id, data));
  }

  /** Stops every byte, without closing: a sleeping laptop's socket. Ends with the next connection. */
  silence(): void {
    this.silent = true;
  }

  cut(): void {
    for (const response of this.open) response.destroy();
  }

  private write(text: string): void {
    if (!this.silent) for (const response of this.open) response.write(text);
  }

  private factsAfter(position: number): RunEventDto[] {
    return [...this.world.facts.values()]
      .flat()
      .filter((fact) => fact.globalPosition > position)
      .toSorted((a, b) => a.globalPosition - b.globalPosition);
  }
}

const frame = (event: string, id: number, data: unknown): string =>
  `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
const factFrame = (fact: RunEventDto): string => frame(fact.type, fact.globalPosition, fact);
