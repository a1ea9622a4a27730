import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const folder = new URL('peers/', import.meta.url);

/** The little of DuckDB's client that the bench needs. */
export interface DuckDb {
  readonly DuckDBInstance: {
    create(
      path: string,
      options: Readonly<Record<string, string>>,
    ): Promise<{ connect(): Promise<DuckConnection> }>;
  };
}

/** A connection; rows come as JSON, numbers beyond 2^53 as text. */
export interface DuckConnection {
  run(sql: string): Promise<unknown>;
  runAndReadAll(sql: string): Promise<{ getRowObjectsJson(): Record<string, unknown>[] }>;
}

/** Installs what peers/package.json names into peers/, in the exact versions it names, unless it is there. */
export function installPeers(): void {
  if (existsSync(new URL('node_modules/@duckdb/node-api', folder))) return;
  console.error('Installing the peers into bench/pay/peers …');
  const flags = ['install', '--no-audit', '--no-fund', '--no-package-lock'];
  execFileSync('npm', flags, { cwd: fileURLToPath(folder), stdio: ['ignore', 'ignore', 'inherit'] });
}

/** DuckDB from the peers' own folder. */
export function loadDuckDb(): DuckDb {
  return createRequire(new URL('package.json', folder))('@duckdb/node-api') as DuckDb;
}
