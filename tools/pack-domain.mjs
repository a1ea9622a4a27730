// `node tools/pack-domain.mjs [folder]`: @attain/domain as an installable package, `attain-domain-<version>.tgz`, in the folder
// (this one, if none is named). Inside Attain the modules are TypeScript; an installed package has to be JavaScript, because
// neither Node nor a browser strips types there. Types are included.
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { root } from './install.mjs';

const home = join(root, 'packages/domain');

/**
 * Packs the library and returns the package's path. `npm test` checks types, not this.
 * @param {string} into
 */
export function packDomain(into) {
  const folder = mkdtempSync(join(tmpdir(), 'attain-domain-'));
  try {
    const compiler = join(root, 'node_modules/typescript/bin/tsc');
    const options = ['-p', join(home, 'tsconfig.pack.json'), '--outDir', join(folder, 'src')];
    execFileSync(process.execPath, [compiler, ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
    for (const page of globSync('src/**/RULES.md', { cwd: home }))
      cpSync(join(home, page), join(folder, page));
    for (const file of ['README.md', 'ten-lines.mjs', 'ten-lines.json'])
      cpSync(join(home, file), join(folder, file));
    cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
    writeFileSync(join(folder, 'package.json'), JSON.stringify(packageOf(), null, 2));
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    const packed = execFileSync(npm, ['pack', '--silent', '--pack-destination', resolve(into)], {
      cwd: folder,
      encoding: 'utf8',
    });
    return join(resolve(into), packed.trim());
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The package's manifest: every module by its name, JavaScript with its types. */
function packageOf() {
  const { name, version, description, license, type, sideEffects, dependencies } = read('package.json');
  const { engines } = read('../../package.json');
  const exports = {
    './*': { types: './src/*.d.ts', default: './src/*.js' },
    './package.json': './package.json',
  };
  return { name, version, description, license, type, engines, exports, sideEffects, dependencies };
}

/** @param {string} file */
function read(file) {
  return JSON.parse(readFileSync(join(home, file), 'utf8'));
}

if (process.argv[1]?.endsWith('pack-domain.mjs')) console.log(packDomain(process.argv[2] ?? '.'));
