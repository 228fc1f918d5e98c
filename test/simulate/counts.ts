// What a simulation has done so far, by name.

export class Counts {
  readonly numbers = new Map<string, number>();

  add(name: string, by = 1): void {
    this.numbers.set(name, (this.numbers.get(name) ?? 0) + by);
  }

  addAll(other: Counts): void {
    for (const [name, number] of other.numbers) this.add(name, number);
  }

  of(name: string): number {
    return this.numbers.get(name) ?? 0;
  }

  /** Names that begin with `prefix`, without it, with their numbers, by name. */
  under(prefix: string): ReadonlyArray<readonly [name: string, number: number]> {
    return [...this.numbers]
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, number]) => [name.slice(prefix.length), number] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1));
  }
}
