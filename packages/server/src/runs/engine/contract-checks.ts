import type { JsonObject } from '@attain/domain/workflows/json-value';
import type { ContractCheck } from '@attain/domain/workflows/prepare-workflow';
import { schemaCheck } from '../../schemas/compile-schema.ts';

/** The schemas of the contracts that a workflow names, by name and version. */
export type ContractSchemas = Readonly<Record<string, JsonObject>>;

/** The checks of these contracts; one that is missing rejects every value. */
export function contractChecks(schemas: ContractSchemas): (contract: string) => ContractCheck {
  return (contract) => {
    const schema = Object.hasOwn(schemas, contract) ? schemas[contract] : undefined;
    if (schema !== undefined) return schemaCheck(schema);
    return () => [{ rule: 'DC-11', path: '', message: 'There is no such data contract.' }];
  };
}
