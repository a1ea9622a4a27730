import { dialectOf } from '@attain/domain/connections/connection-kinds';
import { readStatement } from '@attain/domain/connections/sql-statement';
import { type JsonObject, ownField } from '@attain/domain/workflows/json-value';
import { EffectFailed } from '../../runs/engine/effect-failed.ts';

/**
 * A statement for the database at an address, with the values of its names in their order. Fails when it cannot be read, or a name has
 * no value.
 */
export function statementOf(source: string, parameters: JsonObject, address: string) {
  const read = readStatement(source, dialectOf(address));
  if (!read.ok)
    throw new EffectFailed('BAD_CONFIG', read.problems[0]?.message ?? 'The statement can’t be parsed.');
  const { text, names, verb, operations } = read.value;
  const values = names.map((name) => {
    const value = ownField(parameters, name);
    if (value === undefined)
      throw new EffectFailed('BAD_CONFIG', `The statement uses :${name}, but there is no such parameter.`);
    return value;
  });
  return { text, values, verb, operations };
}
