// A persistent map for long streams: setting one entry copies one small drawer, so that folding n facts stays far below n² steps.
const DRAWERS = 512;

type Drawer<T> = Readonly<Record<string, T>>;

function drawerOf(id: string): number {
  let hash = 0;
  for (let index = 0; index < id.length; index += 1) hash = (hash * 31 + id.charCodeAt(index)) | 0;
  return (hash >>> 0) % DRAWERS;
}

export class Shelf<T> {
  private constructor(private readonly drawers: readonly (Drawer<T> | undefined)[]) {}

  static empty<T>(): Shelf<T> {
    return new Shelf<T>(Array.from({ length: DRAWERS }));
  }

  get(id: string): T | undefined {
    const drawer = this.drawers[drawerOf(id)];
    return drawer && Object.hasOwn(drawer, id) ? drawer[id] : undefined;
  }

  with(id: string, value: T): Shelf<T> {
    const drawers = this.drawers.slice();
    const at = drawerOf(id);
    drawers[at] = { ...drawers[at], [id]: value };
    return new Shelf(drawers);
  }
}
