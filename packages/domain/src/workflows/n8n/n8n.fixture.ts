import type { JsonObject, JsonValue } from '../json-value.ts';

type Given = readonly [kind: string, parameters?: JsonObject, more?: JsonObject];

/** A small n8n export: nodes by name, and connections as `A > B` or, from another output or into another input, `A 1 > B 1`. */
export function n8nFile(
  nodes: Readonly<Record<string, Given>>,
  links: readonly string[],
  more: JsonObject = {},
): JsonObject {
  const connections: Record<string, { main: JsonObject[][] }> = {};
  for (const link of links) {
    const [from = '', output = '0', to = '', input = '0'] =
      /^(.*?)(?: (\d))? > (.*?)(?: (\d))?$/.exec(link)?.slice(1) ?? [];
    const { main } = connections[from] ?? { main: [] };
    connections[from] = { main };
    for (let at = main.length; at <= Number(output); at += 1) main.push([]);
    main[Number(output)]?.push({ node: to, type: 'main', index: Number(input) });
  }
  return {
    name: 'Imported',
    nodes: Object.entries(nodes).map(
      ([name, [kind, parameters = {}, rest = {}]], at): JsonValue => ({
        name,
        type: kind.startsWith('@') ? kind : `n8n-nodes-base.${kind}`,
        typeVersion: VERSIONS[kind] ?? 1,
        position: [at * 220 - 400, -100],
        parameters,
        ...rest,
      }),
    ),
    connections: connections as unknown as JsonObject,
    ...more,
  };
}

const VERSIONS: Readonly<Record<string, number>> = {
  set: 3.4,
  if: 2.2,
  filter: 2.2,
  switch: 3.2,
  splitInBatches: 3,
  httpRequest: 4.2,
  merge: 3,
  wait: 1.1,
  scheduleTrigger: 1.2,
  webhook: 2,
  dateTime: 2,
  postgres: 2.5,
};

/** The fields of an Edit Fields step. */
export function fields(given: Readonly<Record<string, JsonValue>>, type = 'string'): JsonObject {
  return {
    assignments: {
      assignments: Object.entries(given).map(([name, value]) => ({ name, value, type })),
    },
  };
}

/** One condition of IF, Filter or Switch. */
export function when(
  leftValue: JsonValue,
  operation: string,
  rightValue: JsonValue = '',
  type = 'string',
): JsonObject {
  return {
    conditions: { combinator: 'and', conditions: [{ leftValue, rightValue, operator: { type, operation } }] },
  };
}
