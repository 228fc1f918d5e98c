// Finds the JSON Schema of one key path.

export interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly items?: JsonSchema;
  readonly secret?: boolean;
}

export function schemaAt(schema: JsonSchema, path: readonly PropertyKey[]): JsonSchema | undefined {
  let at: JsonSchema | undefined = schema;
  for (const part of path) {
    if (!at) return undefined;
    if (typeof part === 'number') at = at.items;
    else
      at = at.properties?.[String(part)] ?? (typeof at.additionalProperties === 'object' ? at.additionalProperties : undefined);
  }
  return at;
}
