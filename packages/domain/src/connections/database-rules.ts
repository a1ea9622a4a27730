import type { Problem } from '../base/result.ts';

/** What steps may do in a database. A MERGE is each of the changes that it names. */
export const databaseOperations = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'] as const;
export type DatabaseOperation = (typeof databaseOperations)[number];

export const accessLevels = ['read', 'read-write'] as const;

/** How often a database is backed up, as its owner states it. */
export const backupPolicies = ['unknown', 'none', 'weekly', 'daily', 'continuous'] as const;
type BackupPolicy = (typeof backupPolicies)[number];

/** How sensitive the data of a connection is, least first. */
export const dataClassifications = ['public', 'internal', 'confidential', 'restricted'] as const;
export type DataClassification = (typeof dataClassifications)[number];

/** The rules of a registered database. */
export interface DatabaseRules {
  readonly accessLevel: (typeof accessLevels)[number];
  readonly allowedOperations: readonly DatabaseOperation[];
  readonly backupPolicy: BackupPolicy;
  /** The environment whose runs alone may use it: that of its connection; null: runs of all environments. */
  readonly environment: 'dev' | 'staging' | 'prod' | null;
}

/** A database is registered for reading until someone allows more. */
export const freshRules: DatabaseRules = {
  accessLevel: 'read',
  allowedOperations: ['SELECT'],
  backupPolicy: 'unknown',
  environment: null,
};

/** Everything that is wrong with the rules of a database in an environment (CONN-20, CONN-25). */
export function databaseFaults(rules: DatabaseRules, environment: string): Problem[] {
  const { accessLevel, allowedOperations, backupPolicy } = rules;
  const problems: Problem[] = [];
  const add = (path: string, message: string) =>
    problems.push({ rule: 'CONN-20', path: `database.${path}`, message });
  if (allowedOperations.length === 0)
    add('allowedOperations', 'Choose at least one operation, or switch the connection off.');
  const writes = allowedOperations.some((one) => one !== 'SELECT');
  if (accessLevel === 'read' && writes)
    add('allowedOperations', 'Access is read-only. Allow SELECT alone, or set access to read and write.');
  if (accessLevel === 'read-write' && environment === 'prod' && /^(unknown|none)$/.test(backupPolicy))
    add('backupPolicy', 'A production database that is written to needs backups. Choose how often.');
  if (rules.environment !== null && rules.environment !== environment) {
    const message = 'A database is limited to runs of its own environment. Choose that one, or none.';
    problems.push({ rule: 'CONN-25', path: 'database.environment', message });
  }
  return problems;
}

/** The first operation that the rules do not allow; null: they allow all of these. */
export function forbiddenOperation(
  { allowedOperations }: DatabaseRules,
  operations: readonly DatabaseOperation[],
): DatabaseOperation | null {
  return operations.find((one) => !allowedOperations.includes(one)) ?? null;
}
