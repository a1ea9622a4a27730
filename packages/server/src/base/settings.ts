import { join, resolve } from 'node:path';
import { projectRoot } from './places.ts';

/** Everything an operator may choose, read once at the start. Each field names its environment variable. */
export interface Settings {
  /** `PORT`: where API and screens are served. 0 takes any free one. */
  readonly port: number;
  /** `HOST`: the address to listen on; 127.0.0.1 keeps Attain on this machine. */
  readonly host: string;
  /** `ATTAIN_DATA_DIR`: the embedded database, keys and uploaded files. Absolute. */
  readonly dataDir: string;
  /** `DATABASE_URL`: the owner's address on a PostgreSQL 15 or newer; without it, Attain starts its own. */
  readonly databaseUrl: string | undefined;
  /** `ATTAIN_ENV`: `sample` makes a workspace to try things in; `production` starts empty. */
  readonly environment: 'sample' | 'production';
  /** `ATTAIN_SAMPLE_PASSWORD`: one password for all sample accounts; without it, each gets a random one. */
  readonly samplePassword: string | undefined;
  /** `TRUST_PROXY`: proxies trusted for the caller's address: none, a number of hops (`true` is one), or addresses and ranges. */
  readonly trustProxy: false | number | string;
  /** `ALLOW_INSECURE_HTTP`: cookies may travel unencrypted beyond this machine. For a closed network only. */
  readonly allowInsecureHttp: boolean;
  /** `LOG_LEVEL`: how much is logged. */
  readonly logLevel: LogLevel;
  /**
   * `ATTAIN_ALLOWED_HOSTS`: hosts that workflows may call, comma-separated: `api.example.com` (https on port 443,
   * public), `api.example.com:8443` or an origin.
   */
  readonly allowedHosts: readonly string[];
  /** `ATTAIN_ALLOWED_DATABASES`: which databases workflows may reach, comma-separated `host:port`. */
  readonly allowedDatabases: readonly string[];
  /** `ATTAIN_SQLITE_DIR`: where SQLite files of workflows lie, in a folder for each workspace. Absolute; null: none are used. */
  readonly sqliteDir: string | null;
  /** `ATTAIN_DROP_FOLDER`: where connectors take files from, in a folder for each workspace. Absolute; null: they take none. */
  readonly dropFolder: string | null;
  /** `ATTAIN_ALLOWED_MAIL_SERVERS`: through which servers workflows may send mail, comma-separated `host:port`. */
  readonly allowedMailServers: readonly string[];
  readonly importLimits: ImportLimits;
  /** `ATTAIN_DISPUTE_FILES_MAX_BYTES`: files of disputes of one workspace together. */
  readonly disputeFilesMaxBytes: number;
  /** `ATTAIN_LIVE_MEMORY_MB`: memory for totals of live design, of all workspaces together. */
  readonly liveMemoryMb: number;
  /** `ATTAIN_ANALYSIS_DELAY_SECONDS`: how long a plan's records and draft rest before they are analyzed without a click. */
  readonly analysisDelaySeconds: number;
  /** `ATTAIN_METRICS_TOKEN`: bearer token of `/metrics`; without it only this machine may read them. */
  readonly metricsToken: string | undefined;
  /** `ATTAIN_OTLP_ENDPOINT`: where traces of ended runs are sent as OTLP/HTTP JSON, such as `http://127.0.0.1:4318/v1/traces`. */
  readonly otlpEndpoint: string | undefined;
  /** `ATTAIN_PUBLIC_URL`: the address people open Attain at, for the links in mails. Without it, Attain sends no mail of its own. */
  readonly publicUrl: string | undefined;
}

/** Limits of one import; the error for a file above a limit names the limit. */
export interface ImportLimits {
  /** `ATTAIN_IMPORT_MAX_BYTES`: the file as uploaded. */
  readonly maxBytes: number;
  /** `ATTAIN_IMPORT_MAX_ROWS`: data rows, the header not counted. */
  readonly maxRows: number;
  /** `ATTAIN_IMPORT_MAX_INFLATED_BYTES`: a spreadsheet after unzipping. */
  readonly maxInflatedBytes: number;
  /** `ATTAIN_IMPORT_MAX_INFLATE_RATIO`: unzipped bytes for each zipped one. */
  readonly maxInflateRatio: number;
  /** `ATTAIN_IMPORT_MAX_PARSE_SECONDS`: how long reading the file may take. */
  readonly maxParseSeconds: number;
  /** `ATTAIN_IMPORT_MAX_OPEN`: imports of one workspace that are neither committed nor canceled. */
  readonly maxOpen: number;
  /** `ATTAIN_IMPORT_MAX_OPEN_BYTES`: the files of those together. */
  readonly maxOpenBytes: number;
}

/** The levels of the log, from everything to nothing. */
export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

type Env = Readonly<Record<string, string | undefined>>;

/** Reads the settings from the environment. Throws one error that lists every value that cannot be used, and why. */
export function readSettings(env: Env): Settings {
  const problems: string[] = [];
  const read = new Reader(env, problems);
  const databaseUrl = read.url('DATABASE_URL');
  const settings: Settings = {
    port: read.whole('PORT', { without: 3000, from: 0, to: 65_535 }),
    host: read.text('HOST') ?? '127.0.0.1',
    dataDir: resolve(read.text('ATTAIN_DATA_DIR') ?? join(projectRoot, '.attain')),
    databaseUrl,
    environment: read.oneOf('ATTAIN_ENV', ['sample', 'production'], databaseUrl ? 'production' : 'sample'),
    samplePassword: read.password('ATTAIN_SAMPLE_PASSWORD'),
    trustProxy: read.trust('TRUST_PROXY'),
    allowInsecureHttp: read.yesNo('ALLOW_INSECURE_HTTP'),
    logLevel: read.oneOf('LOG_LEVEL', logLevels, 'info'),
    allowedHosts: read.hosts('ATTAIN_ALLOWED_HOSTS'),
    allowedDatabases: read.places('ATTAIN_ALLOWED_DATABASES'),
    sqliteDir: read.folder('ATTAIN_SQLITE_DIR'),
    dropFolder: read.folder('ATTAIN_DROP_FOLDER'),
    allowedMailServers: read.places('ATTAIN_ALLOWED_MAIL_SERVERS'),
    importLimits: {
      maxBytes: read.whole('ATTAIN_IMPORT_MAX_BYTES', { without: 200_000_000, from: 1, to: 10_000_000_000 }),
      maxRows: read.whole('ATTAIN_IMPORT_MAX_ROWS', { without: 2_000_000, from: 1, to: 100_000_000 }),
      maxInflatedBytes: read.whole('ATTAIN_IMPORT_MAX_INFLATED_BYTES', {
        without: 200_000_000,
        from: 1,
        to: 10_000_000_000,
      }),
      maxInflateRatio: read.whole('ATTAIN_IMPORT_MAX_INFLATE_RATIO', { without: 100, from: 1, to: 10_000 }),
      maxParseSeconds: read.whole('ATTAIN_IMPORT_MAX_PARSE_SECONDS', { without: 300, from: 1, to: 86_400 }),
      maxOpen: read.whole('ATTAIN_IMPORT_MAX_OPEN', { without: 50, from: 1, to: 10_000 }),
      maxOpenBytes: read.whole('ATTAIN_IMPORT_MAX_OPEN_BYTES', {
        without: 1_000_000_000,
        from: 1,
        to: 1_000_000_000_000,
      }),
    },
    disputeFilesMaxBytes: read.whole('ATTAIN_DISPUTE_FILES_MAX_BYTES', {
      without: 1_000_000_000,
      from: 1,
      to: 1_000_000_000_000,
    }),
    liveMemoryMb: read.whole('ATTAIN_LIVE_MEMORY_MB', { without: 256, from: 1, to: 1_000_000 }),
    metricsToken: read.password('ATTAIN_METRICS_TOKEN'),
    otlpEndpoint: read.webAddress('ATTAIN_OTLP_ENDPOINT', 'http://127.0.0.1:4318/v1/traces'),
    publicUrl: read.webAddress('ATTAIN_PUBLIC_URL', 'https://attain.example.com'),
    analysisDelaySeconds: read.whole('ATTAIN_ANALYSIS_DELAY_SECONDS', { without: 60, from: 0, to: 86_400 }),
  };
  if (problems.length === 0) return settings;
  throw new Error(
    `Attain cannot start with these settings:\n${problems.map((one) => `- ${one}`).join('\n')}`,
  );
}

/** Reads variables one at a time and collects all problems. Blank counts as not set. */
class Reader {
  readonly #env: Env;
  readonly #problems: string[];

  constructor(env: Env, problems: string[]) {
    this.#env = env;
    this.#problems = problems;
  }

  text(name: string): string | undefined {
    return this.#env[name]?.trim() || undefined;
  }

  folder(name: string): string | null {
    const text = this.text(name);
    return text === undefined ? null : resolve(text);
  }

  whole(name: string, bounds: { without: number; from: number; to: number }): number {
    const text = this.text(name);
    if (text === undefined) return bounds.without;
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= bounds.from && value <= bounds.to) return value;
    this.#problems.push(
      `${name} is "${text}"; it must be a whole number from ${bounds.from} to ${bounds.to}.`,
    );
    return bounds.without;
  }

  oneOf<const T extends string>(name: string, choices: readonly T[], without: T): T {
    const text = this.text(name);
    if (text === undefined) return without;
    const chosen = choices.find((choice) => choice === text);
    if (chosen === undefined)
      this.#problems.push(`${name} is "${text}"; it must be one of: ${choices.join(', ')}.`);
    return chosen ?? without;
  }

  yesNo(name: string): boolean {
    return ['1', 'true', 'yes'].includes(this.oneOf(name, ['1', 'true', 'yes', '0', 'false', 'no'], 'no'));
  }

  /** The address holds a password, so it is never repeated in a message. */
  url(name: string): string | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const parsed = URL.canParse(text) ? new URL(text) : undefined;
    if (parsed && /^postgres(ql)?:$/.test(parsed.protocol)) return text;
    this.#problems.push(
      `${name} is not a PostgreSQL address; use one like postgresql://owner:password@host:5432/attain.`,
    );
    return undefined;
  }

  webAddress(name: string, example: string): string | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const parsed = URL.canParse(text) ? new URL(text) : undefined;
    if (parsed && /^https?:$/.test(parsed.protocol) && parsed.username === '') return text;
    this.#problems.push(`${name} is not a web address; use one like ${example}.`);
    return undefined;
  }

  /** Never repeated in a message either. The least length is the one every account must keep to. */
  password(name: string): string | undefined {
    const text = this.#env[name] || undefined;
    if (text === undefined || text.length >= 15) return text;
    this.#problems.push(`${name} is too short; passwords have at least 15 characters.`);
    return undefined;
  }

  hosts(name: string): readonly string[] {
    const hosts = (this.text(name) ?? '').split(',').map((one) => one.trim().toLowerCase());
    return hosts.filter(Boolean).map((host) => {
      const [, port] = /^[a-z0-9.-]+(?::(\d{1,5}))?$/.exec(host) ?? [host, 'none'];
      if (port === undefined || (Number(port) >= 1 && Number(port) <= 65_535)) return host;
      if (/^https?:\/\//.test(host) && URL.canParse(host)) return new URL(host).origin;
      this.#problems.push(
        `${name} contains "${host}"; use hosts such as api.example.com or api.example.com:8443, or origins such as http://10.0.0.5:8080.`,
      );
      return host;
    });
  }

  places(name: string): readonly string[] {
    const places = (this.text(name) ?? '').split(',').map((one) => one.trim().toLowerCase());
    return places.filter(Boolean).map((place) => {
      if (!/^([a-z0-9.-]+|\[[0-9a-f:.]+\]):\d{1,5}$/.test(place))
        this.#problems.push(`${name} contains "${place}"; use host:port, such as db.example.com:5432.`);
      return place;
    });
  }

  trust(name: string): false | number | string {
    const text = this.text(name);
    if (text === undefined || text === 'false' || text === '0') return false;
    // the one proxy in front: to believe all of them is to believe the client
    if (text === 'true') return 1;
    if (/^\d{1,2}$/.test(text)) return Number(text);
    if (/^[0-9a-fA-F.:/, ]+$/.test(text) || /^(loopback|linklocal|uniquelocal)$/.test(text)) return text;
    this.#problems.push(
      `${name} is "${text}"; use true (one proxy), false, a number of hops, or addresses such as 10.0.0.0/8, 127.0.0.1.`,
    );
    return false;
  }
}
