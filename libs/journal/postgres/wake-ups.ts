// Wake-ups from another process's appends, by LISTEN; a lost session is opened again, and readers poll meanwhile.
import { Client } from 'pg';
import type { ClientConfig } from 'pg';
import { CHANNEL } from './flush-statement.js';

const RETRY_MS = 1000;

export class WakeUps {
  readonly #config: ClientConfig;
  readonly #wake: () => void;
  #client: Client | undefined;
  #retry: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(config: ClientConfig, wake: () => void) {
    this.#config = config;
    this.#wake = wake;
  }

  async start(): Promise<void> {
    const client = new Client(this.#config);
    client.on('notification', this.#wake);
    client.on('error', () => this.#again(client));
    client.on('end', () => this.#again(client));
    this.#client = client;
    await client.connect();
    await client.query(`LISTEN ${CHANNEL}`);
    this.#wake();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    await this.#client?.end();
  }

  #again(client: Client): void {
    if (this.#closed || client !== this.#client || this.#retry) return;
    this.#retry = setTimeout(() => {
      this.#retry = undefined;
      this.start().catch(() => this.#again(this.#client!));
    }, RETRY_MS).unref();
  }
}
