// The register of event types: which schemaVersion is current, and which keys hold text. Domain modules hand in plain tables.

export interface EventDefinition {
  /** The version that is written; from 1. Older ones are read through upcasters. */
  readonly schemaVersion: number;
  /** Paths whose value is a payload reference or null, e.g. `title`, `progress.summary`, `plan.tasks.*.title`. */
  readonly text?: readonly string[];
  /** The closed key set of `data`; `name?` is optional. Left out: any key. */
  readonly keys?: readonly string[];
}

export type EventCatalogue = Readonly<Record<string, EventDefinition>>;

/** One register out of many; a type that two modules claim is a defect. */
export function mergeCatalogues(...catalogues: readonly EventCatalogue[]): EventCatalogue {
  const merged: Record<string, EventDefinition> = {};
  for (const catalogue of catalogues) {
    for (const [type, definition] of Object.entries(catalogue)) {
      if (Object.hasOwn(merged, type))
        throw new Error(`Event type ${type} is registered twice; types are unique over all streams.`);
      merged[type] = definition;
    }
  }
  return merged;
}
