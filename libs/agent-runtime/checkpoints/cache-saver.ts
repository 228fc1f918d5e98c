// LangGraph's saver over a cache: only the newest state of a run is kept, and a cache that fails or was emptied changes nothing but time.
import { BaseCheckpointSaver } from '@langchain/langgraph-checkpoint';
import type { Checkpoint, CheckpointMetadata, CheckpointTuple, PendingWrite } from '@langchain/langgraph-checkpoint';
import { digest } from '#domain/kernel';
import type { CheckpointCache } from '../ports.js';

type Config = Parameters<BaseCheckpointSaver['getTuple']>[0];

interface Stored {
  readonly checkpoint: Checkpoint;
  readonly metadata: CheckpointMetadata;
}

export class CacheSaver extends BaseCheckpointSaver {
  /** How often the state was kept, and the digest of the last one. */
  kept: { readonly count: number; readonly digest: string } = { count: 0, digest: '' };

  constructor(
    private readonly cache: CheckpointCache,
    private readonly key: string,
  ) {
    super();
  }

  async getTuple(config: Config): Promise<CheckpointTuple | undefined> {
    const text = await this.cache.load(this.key).catch(() => null);
    if (text === null) return undefined;
    try {
      const { checkpoint, metadata } = JSON.parse(text) as Stored;
      const configurable = { ...config.configurable, checkpoint_ns: '', checkpoint_id: checkpoint.id };
      return { config: { configurable }, checkpoint, metadata, pendingWrites: [] };
    } catch {
      return undefined;
    }
  }

  async *list(config: Config): AsyncGenerator<CheckpointTuple> {
    const tuple = await this.getTuple(config);
    if (tuple) yield tuple;
  }

  async put(config: Config, checkpoint: Checkpoint, metadata: CheckpointMetadata): Promise<Config> {
    const text = JSON.stringify({ checkpoint, metadata } satisfies Stored);
    await this.cache.store(this.key, text).catch(() => undefined);
    this.kept = { count: this.kept.count + 1, digest: digest(text) };
    return { configurable: { ...config.configurable, checkpoint_ns: '', checkpoint_id: checkpoint.id } };
  }

  /** Writes inside a step are not kept: the step runs again from its start. */
  putWrites(_config: Config, _writes: PendingWrite[], _taskId: string): Promise<void> {
    return Promise.resolve();
  }

  async deleteThread(): Promise<void> {
    await this.cache.remove(this.key).catch(() => undefined);
  }
}
