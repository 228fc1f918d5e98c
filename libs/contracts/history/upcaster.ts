// Old versions of events are read for ever: one upcaster a superseded version, each one step, never rewritten in the store.

export interface Upcaster {
  readonly type: string;
  /** The superseded version that it reads; it yields the next one. */
  readonly from: number;
  upcast(data: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
}

export interface History {
  /** The oldest version of a type that can still be read, given its current one. */
  oldest(type: string, current: number): number;
  /** Data of version `from` as data of version `to`. */
  upcast(type: string, data: Readonly<Record<string, unknown>>, from: number, to: number): Readonly<Record<string, unknown>>;
}

const keyOf = (type: string, from: number): string => `${type} ${from}`;

/** Two upcasters for one version are a defect. */
export function createHistory(upcasters: readonly Upcaster[]): History {
  const steps = new Map<string, Upcaster>();
  for (const upcaster of upcasters) {
    const key = keyOf(upcaster.type, upcaster.from);
    if (steps.has(key)) throw new Error(`Two upcasters read version ${upcaster.from} of ${upcaster.type}.`);
    steps.set(key, upcaster);
  }
  return {
    oldest(type, current) {
      let version = current;
      while (version > 1 && steps.has(keyOf(type, version - 1))) version -= 1;
      return version;
    },
    upcast(type, data, from, to) {
      let result = data;
      for (let version = from; version < to; version += 1) {
        const step = steps.get(keyOf(type, version));
        if (!step) throw new Error(`No upcaster reads version ${version} of ${type}.`);
        result = step.upcast(result);
      }
      return result;
    },
  };
}
