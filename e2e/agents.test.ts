import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { samplePassword } from './attain-process.ts';
import { stepsOfOneJourney } from './journey.ts';
import { moveTo, openWindow, signIn } from './person.ts';
import { enterStage } from './stage.ts';

const name = 'Journey Agent';

/** Asks a person, then outputs its input. */
const asking = {
  description: '',
  variables: [],
  notes: [],
  settings: { deadlineMinutes: null },
  nodes: [
    ['begin', 'start', {}],
    ['ask', 'approval', { title: 'Go on?', queue: 'finance' }],
    ['yes', 'end', { result: 'run.input' }],
    ['no', 'end', {}],
  ].map(([id, type, config], at) => ({ id, type, title: id, position: { x: at * 200, y: 0 }, config })),
  edges: [
    ['begin', 'out', 'ask'],
    ['ask', 'approved', 'yes'],
    ['ask', 'rejected', 'no'],
  ].map(([from, port, to], at) => ({
    id: `e${at}`,
    from: { node: from, port },
    to: { node: to, port: 'in' },
  })),
};

describe('an agent is written, saved and run', () => {
  stepsOfOneJourney();
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    const stage = await enterStage();
    browser = stage.browser;
    ({ page } = await openWindow(browser, stage.url));
    await page.goto('/agent-builder');
    await signIn(page, 'admin');
  });
  afterAll(async () => {
    // a user who signs in later works as before
    await ask('PUT', '/auth/preferences', { mode: 'hybrid' });
    await browser?.close();
  });

  const button = (label: string) => page.getByRole('button', { name: label, exact: true });
  const field = (label: string) => page.getByLabel(label, { exact: true });
  const card = () => page.getByRole('article', { name });
  /** Sends requests with this page's session. */
  const ask = (method: string, path: string, body?: unknown) =>
    page.evaluate(
      async (call) => {
        const answer = await fetch(`/api${call.path}`, {
          method: call.method,
          body: call.body === undefined ? null : JSON.stringify(call.body),
          headers: {
            'content-type': 'application/json',
            'x-session-token': localStorage.getItem('auth_token') ?? '',
          },
        });
        const said = await answer.json();
        if (!answer.ok) throw new Error(JSON.stringify(said));
        return said;
      },
      { method, path, body },
    );
  /** Saves the form and returns the page's request. */
  const savedBody = async () => {
    await page.evaluate(() => {
      const really = window.fetch;
      window.fetch = async (request, init) => {
        window.fetch = really;
        if (request instanceof Request) document.body.dataset.sent = await request.clone().text();
        return really(request, init);
      };
    });
    await button('Save Draft').click();
    const sent = await page.waitForFunction(() => document.body.dataset.sent);
    return JSON.parse((await sent.jsonValue()) ?? '');
  };

  test('[AFORM-01] [AFORM-02] [AFORM-20] [AFORM-21] [AFORM-25] an empty form is a draft, never modified, and not saved without a name', async () => {
    await page.getByText('Last Modified: Never').waitFor();
    await page.getByRole('heading', { name: 'Agent Overview' }).waitFor();
    await button('Save Draft').click();
    await page.getByText('Enter a name for the agent.').first().waitFor();
    await expect.poll(() => field('Trust threshold').inputValue()).toBe('0.85');
    expect(await field('Trust threshold').getAttribute('step')).toBe('0.01');
    await expect.poll(() => page.getByLabel(/^Version/).inputValue()).toBe('1.0.0');
  });

  test('[AFORM-03] [AFORM-04] [AFORM-05] [AFORM-06] [AFORM-07] [AFORM-08] [AFORM-09] [AFORM-10] [AFORM-11] [AFORM-12] [AFORM-13] [AFORM-14] [AFORM-15] [AFORM-16] [AFORM-17] [AFORM-18] the form asks for all that is stated of an agent', async () => {
    const labels = ['Agent ID', 'Description', 'Environment', 'Type', 'Category', 'Module', 'Submodule'];
    for (const label of [...labels, 'Version', 'Risk level', 'Trust threshold'])
      expect([label, await page.getByLabel(new RegExp(`^${label}( optional)?$`)).count()]).toEqual([
        label,
        1,
      ]);
    for (const flag of ['Template', 'Customizable', 'Active'])
      expect([flag, await page.getByRole('checkbox', { name: flag, exact: true }).count()]).toEqual([
        flag,
        1,
      ]);
    for (const part of ['Capabilities', 'Parameters', 'Trigger conditions'])
      await page.getByRole('heading', { name: part, exact: true }).waitFor();
  });

  test.each([
    ['[AFORM-28] [AFORM-29]', 'Type', 'Custom', ['Designer', 'Validator', 'Optimizer', 'Analyzer', 'Custom']],
    ['[AFORM-30] [AFORM-31]', 'Risk level', 'Low', ['Low', 'Medium', 'High']],
    [
      '[AFORM-32] [AFORM-33] [AFORM-34] [AFORM-35]',
      'Environment',
      'Development',
      ['Development', 'Staging', 'Production'],
    ],
  ] as const)('%s %s is one of the stated', async (_ids, label, first, options) => {
    const choice = page.getByRole('combobox', { name: label, exact: true });
    await expect.poll(() => choice.textContent()).toContain(first);
    await choice.click();
    await expect.poll(() => page.getByRole('option').allTextContents()).toEqual(options);
    await page.keyboard.press('Escape');
  });

  test('[AFORM-39] [AFORM-40] Enter adds a trigger condition, a click takes it away', async () => {
    const condition = page.getByLabel(/^New condition/);
    for (const text of ['  month ends ', 'deal closed', 'month ends']) {
      await condition.fill(text);
      await condition.press('Enter');
    }
    await button('Remove condition deal closed').click();
    await button('Remove condition month ends').waitFor();
    await button('Remove condition deal closed').waitFor({ state: 'detached' });
  });

  test('[BSHELL-08] [AFORM-57] [CONF-BUILD-05] [ERR-14] [API-07] [API-13] Save Draft sends the form, says so, and the lists show it', async () => {
    await page.getByLabel(/^Agent Name/).fill(name);
    const body = await savedBody();
    expect(Object.keys(body).sort().join(' ')).toBe(
      'agentId capabilities category defaultParameters description environment isActive isCustomizable isTemplate module name parameterSchema parameters riskLevel submodule triggerConditions trustThreshold type version workflowId',
    );
    expect(body.triggerConditions).toEqual(['month ends']);
    await page.getByText(`Agent "${name}" has been saved successfully`).first().waitFor();
    await page.waitForURL('**/agent-builder?agent=journey-agent');
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.getByRole('list', { name: 'Agents' }).getByRole('link', { name }).waitFor();
    expect(await page.getByText('Last Modified: Never').count()).toBe(0);
  });

  test('[ERR-06] what fails says why, and nothing that was typed is lost', async () => {
    await page.getByLabel(/^Description/).fill('Runs on a journey');
    const broken = JSON.stringify({ error: 'The disk is full.', code: 'INTERNAL', requestId: 'r' });
    await page.route('**/api/agents/*', (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 500, body: broken }) : route.continue(),
    );
    await button('Save Draft').click();
    await page.getByText('Save Failed').first().waitFor();
    await page.getByText('The disk is full.').first().waitFor();
    await page.unroute('**/api/agents/*');
    await expect.poll(() => page.getByLabel(/^Description/).inputValue()).toBe('Runs on a journey');
    await page.getByText('Draft', { exact: true }).waitFor();
  });

  test('[ERR-05] [CONF-AUTH-01] an expired session asks to sign in again, and the save continues', async () => {
    await page.context().clearCookies();
    await button('Save Draft').click();
    await page.getByText('Please log in to save agent metadata.').first().waitFor();
    const again = page.getByRole('dialog', { name: 'Please sign in again' });
    await again.getByLabel('Password').fill(samplePassword);
    await again.getByRole('button', { name: 'Sign In' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    const stored = await ask('GET', '/agents/journey-agent');
    expect(stored).toMatchObject({ revision: 2, description: 'Runs on a journey' });
  });

  test('[BSHELL-10] [GAL-20] [GAL-21] [GAL-22] New Agent clears the form; the gallery leads to eleven tabs and back', async () => {
    await button('New Agent').click();
    await page.getByText('Last Modified: Never').waitFor();
    const made = await ask('POST', '/workflows', {
      name: 'Journey',
      document: { ...asking, name: 'Journey' },
    });
    await ask('POST', `/workflows/${made.id}/versions`, { documentHash: made.documentHash });
    const stored = await ask('GET', '/agents/journey-agent');
    const brought = { processed: 12, savings: '1500.50', accuracy: '0.975', summary: 'Twelve deals' };
    await ask('PUT', '/agents/journey-agent', { ...stored, workflowId: made.id, defaultParameters: brought });
    await button('Back to Agent Mode').click();
    await card().getByRole('button', { name: 'View Details' }).click();
    const tabs = page.getByRole('tab');
    await tabs.first().waitFor();
    expect((await tabs.allTextContents()).map((text) => text.toLowerCase())).toEqual([
      'overview',
      'canvas',
      'node library',
      'data contracts',
      'execution runs',
      'testing framework',
      'policy & governance',
      'version control',
      'deployment management',
      'observability',
      'cost & roi',
    ]);
    await page.getByRole('button', { name: 'Back to Agents' }).click();
    await card().waitFor();
  });

  test('[GAL-01] [GAL-02] [GAL-03] [GAL-04] [GAL-05] [GAL-06] [GAL-07] [GAL-08] [GAL-09] [GAL-11] [GAL-25] [CONF-GAL-01] the gallery counts its cards', async () => {
    await page.getByRole('heading', { name: 'Compensation Intelligence Agents' }).waitFor();
    await expect.poll(() => button('Build New Agent').count()).toBe(1);
    await expect.poll(() => page.getByRole('article', { name: 'Build New Agent' }).count()).toBe(1);
    await page.getByRole('region', { name: 'Suggestions' }).waitFor();
    const { totals } = await ask('GET', '/agents?active=yes');
    await expect.poll(() => page.getByRole('button', { name: 'View Details' }).count()).toBe(totals.agents);
    for (const label of ['Active Agents', 'Running', 'Completed', 'Total Savings'])
      expect([label, await page.getByText(label, { exact: true }).count()]).not.toEqual([label, 0]);
  });

  test('[GAL-13] [GAL-15] [GAL-19] [GAL-23] [GAL-24] [GAL-46] an idle card runs; while it runs it shows how far it is, and can be stopped', async () => {
    await card().getByText('Idle', { exact: true }).waitFor();
    expect(await card().getByText('Last run').count()).toBe(0);
    expect(await card().getByRole('progressbar').count()).toBe(0);
    await card().getByRole('button', { name: 'Run', exact: true }).click();
    await card().getByRole('progressbar').waitFor();
    await card()
      .getByText(/^\d+%$/)
      .waitFor();
    expect(await card().getByRole('button', { name: 'Run', exact: true }).count()).toBe(0);
    await card().getByRole('button', { name: 'Stop' }).click();
    await card().getByText('Stopped').waitFor();
    await card().getByText('Last run').waitFor();
    expect(await card().getByRole('progressbar').count()).toBe(0);
  });

  test('[GAL-12] [GAL-14] [GAL-16] [GAL-17] [GAL-18] results appear on the card as soon as the run ends', async () => {
    await card().getByRole('button', { name: 'Run', exact: true }).click();
    await card().getByRole('progressbar').waitFor();
    // Users don't approve runs they started.
    const { page: approver } = await openWindow(browser, new URL(page.url()).origin);
    await approver.goto('/action-center');
    await signIn(approver, 'finance');
    await approver.getByRole('row').filter({ hasText: 'Journey' }).first().click();
    await approver.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await card().getByText('Completed', { exact: true }).waitFor();
    for (const text of ['$1,500.50', '97.5', '12', 'Runs on a journey'])
      await expect.poll(() => card().textContent()).toContain(text);
    expect(await card().getByRole('button', { name: 'Run', exact: true }).count()).toBe(0);
  });

  test('[DASH-03] [PLAN-30] [ERR-17] a search over a plan’s components narrows them and says how many it found; an empty one shows all', async () => {
    const plans: { id: string; name: string }[] = (await ask('GET', '/plans')).rows;
    const plan = plans.find((one) => one.name === 'FY25 Enterprise AE plan');
    await moveTo(page, `/compensation/plan-design/${plan?.id}`);
    const rows = page.getByRole('region', { name: 'Plan components, scrollable' }).getByRole('row');
    await rows.first().waitFor();
    const all = await rows.count();
    const search = page.getByRole('searchbox', { name: 'Search components' });
    await search.fill('acv');
    await expect.poll(() => rows.count()).toBe(2);
    await search.press('Enter');
    await page.getByText('Found 1 matching component(s)').first().waitFor();
    await search.fill('');
    await expect.poll(() => rows.count()).toBe(all);
    await moveTo(page, '/compensation');
  });

  test('[BSHELL-09] [BSHELL-11] [GAL-26] Build New Agent opens an empty form; it is filled from a file, and settings say what it starts as', async () => {
    await button('Build New Agent').click();
    await page.getByText('Last Modified: Never').waitFor();
    await button('Settings').click();
    await page
      .getByRole('dialog', { name: 'Builder settings' })
      .getByRole('button', { name: 'Cancel' })
      .click();
    await button('Import').click();
    const file = {
      name: 'a.json',
      mimeType: 'application/json',
      buffer: Buffer.from('{"name":"From a file"}'),
    };
    await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file);
    await expect.poll(() => page.getByLabel(/^Agent Name/).inputValue()).toBe('From a file');
  });
});
