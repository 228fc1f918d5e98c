// A process that dies at an exact store write: before it took effect, or after it and before anybody was told.

export class Killed extends Error {
  override readonly name = 'Killed';
}

export class Lifetime {
  /** Store writes that this process made, the fatal one included. */
  writes = 0;
  dead = false;
  #onDeath: () => void = () => undefined;
  readonly death = new Promise<void>((resolve) => (this.#onDeath = resolve));

  /** `diesAt` counts half steps: 2n kills before the write n, 2n + 1 right after it. Infinity: it lives. */
  constructor(private readonly diesAt = Infinity) {}

  /** `store` with these methods counted as writes; after death nothing of it works. */
  guard<Store extends object>(store: Store, writes: readonly (keyof Store)[]): Store {
    return new Proxy(store, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        const isWrite = writes.includes(name as keyof Store);
        return (...given: unknown[]): unknown => {
          if (this.dead) throw new Killed();
          const call = (): unknown => Reflect.apply(value, target, given);
          return isWrite ? this.#write(call) : call();
        };
      },
    });
  }

  #write(call: () => unknown): unknown {
    const place = this.writes * 2;
    this.writes += 1;
    if (place === this.diesAt) return this.#die();
    const result = call();
    return place + 1 === this.diesAt ? Promise.resolve(result).then(() => this.#die()) : result;
  }

  #die(): never {
    this.dead = true;
    this.#onDeath();
    throw new Killed();
  }
}
