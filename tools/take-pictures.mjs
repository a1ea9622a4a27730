// `node tools/take-pictures.mjs`: the README's pictures, from the sample workspace as it runs.
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install.mjs';

const HELP = `node tools/take-pictures.mjs — starts the sample workspace and takes the pictures of the README

  docs/pictures/attain-light.png and attain-dark.png: 1440 × 900, why a payout line pays what it pays,
  as the rep sees it who is paid`;

const folder = join(root, 'docs', 'pictures');
const size = { width: 1440, height: 900 };
const maxBytes = 300_000;

if (process.argv.includes('--help')) {
  console.log(HELP);
} else {
  await takePictures();
}

async function takePictures() {
  const [{ startAttain }, { launchBrowser }, { openWindow, signIn }] = await Promise.all([
    import('../e2e/attain-process.ts'),
    import('../e2e/browser.ts'),
    import('../e2e/person.ts'),
  ]);
  mkdirSync(folder, { recursive: true });
  const attain = await startAttain();
  const browser = await launchBrowser();
  try {
    for (const theme of /** @type {const} */ (['light', 'dark'])) {
      const { page } = await openWindow(browser, attain.url, { viewport: size, colorScheme: theme });
      // The same day for every run.
      await page.clock.setFixedTime(new Date('2026-01-15T09:00:00Z'));
      await page.goto('/calendar');
      await signIn(page, 'rep');
      await page.goto(await page.evaluate(addressOfExplanation));
      await page.getByText('Sum of all deals').waitFor();
      await page.evaluate(() => document.fonts.ready);
      const path = join(folder, `attain-${theme}.png`);
      await page.screenshot({ path, animations: 'disabled', caret: 'hide' });
      const { size: bytes } = statSync(path);
      console.log(`${path}: ${bytes} bytes`);
      if (bytes > maxBytes)
        throw new Error(`${path} has ${bytes} bytes; at most ${maxBytes} belong into a README.`);
      await page.context().close();
    }
  } finally {
    await browser.close();
    await attain.stop();
  }
}

/** Runs in the page: the largest payout line of the newest statement. */
async function addressOfExplanation() {
  /** @param {string} path */
  const ask = async (path) => (await fetch(`/api${path}`)).json();
  const [{ runId, participantId }] = (await ask('/statements?limit=1')).rows;
  const { lines } = await ask(`/statements/${runId}/${participantId}`);
  /** @type {{ componentId: string }} */
  const line = lines[0];
  return `/compensation/payout/${runId}/${participantId}/${line.componentId}`;
}
