// Starts the live tail with the application, and ends its streams before the server waits for its connections.
import { Injectable } from '@nestjs/common';
import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { LiveStreams } from './live-streams.js';

@Injectable()
export class LiveLifecycle implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(private readonly streams: LiveStreams) {}

  onApplicationBootstrap(): Promise<void> {
    return this.streams.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.streams.stop();
  }
}
