import { isAbsolute, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectRoot } from './places.ts';
import { readSettings } from './settings.ts';

describe('settings', () => {
  test('nothing set: this machine only, port 3000, a sample workspace inside the project', () => {
    const settings = readSettings({});
    expect(settings).toEqual({
      port: 3000,
      host: '127.0.0.1',
      dataDir: join(projectRoot, '.attain'),
      databaseUrl: undefined,
      environment: 'sample',
      samplePassword: undefined,
      trustProxy: false,
      allowInsecureHttp: false,
      logLevel: 'info',
      allowedHosts: [],
      allowedDatabases: [],
      sqliteDir: null,
      dropFolder: null,
      allowedMailServers: [],
      importLimits: {
        maxBytes: 200_000_000,
        maxRows: 2_000_000,
        maxInflatedBytes: 200_000_000,
        maxInflateRatio: 100,
        maxParseSeconds: 300,
        maxOpen: 50,
        maxOpenBytes: 1_000_000_000,
      },
      disputeFilesMaxBytes: 1_000_000_000,
      analysisDelaySeconds: 60,
      liveMemoryMb: 256,
    });
    expect(isAbsolute(settings.dataDir)).toBe(true);
  });

  test('an empty value is as good as none', () => {
    expect(readSettings({ PORT: '', HOST: ' ', DATABASE_URL: '', ATTAIN_ENV: '' })).toEqual(readSettings({}));
  });

  test('a database of your own means production, unless you ask for the sample workspace', () => {
    const DATABASE_URL = 'postgresql://owner:secret@db.example:5432/attain';
    expect(readSettings({ DATABASE_URL }).environment).toBe('production');
    expect(readSettings({ DATABASE_URL, ATTAIN_ENV: 'sample' }).environment).toBe('sample');
    expect(readSettings({ ATTAIN_ENV: 'production' }).environment).toBe('production');
  });

  test.each([
    ['true', 1],
    ['false', false],
    ['2', 2],
    ['10.0.0.0/8, 127.0.0.1', '10.0.0.0/8, 127.0.0.1'],
    ['loopback', 'loopback'],
  ])('TRUST_PROXY=%s is read as %s', (text, meant) => {
    expect(readSettings({ TRUST_PROXY: text }).trustProxy).toBe(meant);
  });

  test.each([
    ['API.example.com, b.example:8443', ['api.example.com', 'b.example:8443']],
    ['http://10.0.0.5:8080/path', ['http://10.0.0.5:8080']],
  ])('ATTAIN_ALLOWED_HOSTS=%s is read as %j', (text, meant) => {
    expect(readSettings({ ATTAIN_ALLOWED_HOSTS: text }).allowedHosts).toEqual(meant);
  });

  test.each(['a.example:0', 'a.example:65536', 'a.example:', 'a.example:https', 'a.example/path'])(
    'ATTAIN_ALLOWED_HOSTS=%s is no host',
    (text) => {
      expect(() => readSettings({ ATTAIN_ALLOWED_HOSTS: text })).toThrow('api.example.com:8443');
    },
  );

  test('everything wrong is said at once, each with its mend, and no secret is repeated', () => {
    const read = () =>
      readSettings({
        PORT: '70000',
        ATTAIN_ENV: 'staging',
        LOG_LEVEL: 'loud',
        TRUST_PROXY: 'everyone!',
        ALLOW_INSECURE_HTTP: 'maybe',
        DATABASE_URL: 'mysql://root:hunter2@db/attain',
        ATTAIN_SAMPLE_PASSWORD: 'hunter3',
        ATTAIN_IMPORT_MAX_ROWS: '1e6',
      });
    expect(read).toThrowErrorMatchingInlineSnapshot(`
      [Error: Attain cannot start with these settings:
      - DATABASE_URL is not a PostgreSQL address; use one like postgresql://owner:password@host:5432/attain.
      - PORT is "70000"; it must be a whole number from 0 to 65535.
      - ATTAIN_ENV is "staging"; it must be one of: sample, production.
      - ATTAIN_SAMPLE_PASSWORD is too short; passwords have at least 15 characters.
      - TRUST_PROXY is "everyone!"; use true (one proxy), false, a number of hops, or addresses such as 10.0.0.0/8, 127.0.0.1.
      - ALLOW_INSECURE_HTTP is "maybe"; it must be one of: 1, true, yes, 0, false, no.
      - LOG_LEVEL is "loud"; it must be one of: trace, debug, info, warn, error, fatal, silent.
      - ATTAIN_IMPORT_MAX_ROWS is "1e6"; it must be a whole number from 1 to 100000000.]
    `);
    expect(read).not.toThrow(/hunter/);
  });
});
