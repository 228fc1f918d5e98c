// Composition root of the gateway: what rooms are told. Messages of the Sandbox room come in over the control plane's HTTP.
import { Injectable, Module } from '@nestjs/common';
import type { BeforeApplicationShutdown, DynamicModule, OnApplicationBootstrap } from '@nestjs/common';
import type { CommandClient } from '#contracts/commands';
import type { CursorStore, Feed } from '#feed';
import type { Journal } from '#journal';
import { CardWriter } from './cards/card-writer.js';
import { RoomCards } from './cards/room-cards.js';
import type { RoomCardsPorts } from './cards/room-cards.js';
import { RoomDirectory } from './cards/room-directory.js';
import { RunMemory } from './cards/run-memory.js';

export interface GatewayPorts {
  readonly client: CommandClient;
  readonly feed: Feed;
  /** Read only. */
  readonly journal: Journal;
  readonly cursors: CursorStore;
  readonly log: RoomCardsPorts['log'];
}

@Injectable()
export class Gateway implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly cards: RoomCards;

  constructor({ client, feed, journal, cursors, log }: GatewayPorts) {
    const caller = { capability: { sub: 'system:gateway', role: 'gateway' } } as const;
    this.cards = new RoomCards({
      feed,
      cursors,
      log,
      runs: new RunMemory(journal),
      rooms: new RoomDirectory(client, caller),
      cards: new CardWriter({
        client,
        caller,
        formatTime: (at) => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
      }),
    });
  }

  onApplicationBootstrap(): void {
    this.cards.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.cards.stop();
  }
}

@Module({})
export class GatewayModule {
  static register(ports: GatewayPorts): DynamicModule {
    return { module: GatewayModule, providers: [{ provide: Gateway, useFactory: () => new Gateway(ports) }], exports: [Gateway] };
  }
}
