import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityFaults } from './accessibility.ts';
import { choose, enterAs, openWindow, signIn } from './person.ts';
import { enterStage } from './stage.ts';

let browser: Browser;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  ({ browser, page, complaints } = await enterAs('developer', '/agent-builder/deploy'));
});
afterAll(() => browser?.close());

/** A picture of the screen, where a folder for them is named. */
const picture = async (of: Page, name: string) => {
  const folder = process.env.PICTURES;
  if (folder) await of.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
};

test('[DEPLOY-01] [DEPLOY-06] [DEPLOY-08] [DEPLOY-09] a developer deploys, a manager approves, and the version runs in staging', async () => {
  await page.getByRole('heading', { name: 'Deployment Management' }).waitFor();
  const staging = page.getByRole('region', { name: 'Staging' });
  await staging.getByText('Healthy').waitFor();
  for (const fact of ['Uptime, 30 days', 'Instances', 'Runs a minute', 'Latency, p95', 'Processor', 'Memory'])
    await staging.getByText(fact).waitFor();
  const development = page.getByRole('region', { name: 'Development' });
  expect(await development.getByRole('button', { name: 'Deploy' }).isDisabled()).toBe(true);
  await picture(page, 'environments');
  expect(await accessibilityFaults(page)).toEqual([]);
  await staging.getByRole('button', { name: 'Deploy' }).click();
  const dialog = page.getByRole('dialog', { name: 'Deploy to Staging' });
  await choose(page, 'Agent', 'Payout Validator');
  await dialog.getByText('Nothing runs there yet.').waitFor();
  await dialog.getByLabel('Reason').fill('First rollout');
  await picture(page, 'deploy-dialog');
  await dialog.getByRole('button', { name: 'Deploy', exact: true }).click();
  const drawer = page.getByRole('dialog', { name: 'Payout Validator 1.0.0' });
  await drawer.getByText('Waits for approval.').waitFor();
  await picture(page, 'deployment');
  expect(await accessibilityFaults(page)).toEqual([]);
  const { url } = await enterStage();
  const manager = await openWindow(browser, url);
  await manager.page.goto('/compensation/approvals');
  await signIn(manager.page, 'manager');
  await manager.page.goto('/compensation/approvals');
  await manager.page.getByText('Deployment of Payout Validator 1.0.0 to Staging').first().click();
  await picture(manager.page, 'approval');
  await manager.page.getByRole('checkbox', { name: 'I’ve read the warnings' }).check();
  await manager.page.getByRole('button', { name: /^Approve deployment/ }).click();
  await manager.page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
  await drawer.getByText('Switch · Completed').waitFor();
  await drawer.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('row', { name: /Payout Validator.*100\.00%/ }).waitFor();
  await page.getByRole('tab', { name: 'Environments' }).click();
  await staging.getByText('1.0.0').first().waitFor();
  await picture(page, 'environments-after');
  await manager.page.goto('/agent-builder/deploy');
  await manager.page.getByRole('heading', { name: 'Deployment Management' }).waitFor();
  expect(await manager.page.getByRole('button', { name: 'Deploy', exact: true }).count()).toBe(0);
  await picture(manager.page, 'as-manager');
  expect([...complaints, ...manager.complaints]).toEqual([]);
});

test('[DEPLOY-01] [DEPLOY-02] [DEPLOY-03] the pipeline and the rollbacks', async () => {
  await page.goto('/agent-builder/deploy?tab=pipeline');
  await page.getByRole('tab', { name: 'Pipeline' }).waitFor();
  expect(await page.getByRole('tab').allTextContents()).toEqual([
    'Environments',
    'Deployments',
    'Pipeline',
    'Rollback',
  ]);
  const places = page.getByRole('region', { name: 'Payout Validator' }).getByRole('listitem');
  await places.first().waitFor();
  expect(await places.locator('p:first-child').allTextContents()).toEqual([
    'Development',
    'Staging',
    'Production',
  ]);
  const promote = places.getByRole('button');
  expect(await promote.allTextContents()).toEqual(['Promote to Staging', 'Promote to Production']);
  expect(await promote.first().isDisabled()).toBe(true);
  await picture(page, 'pipeline');
  await promote.last().click();
  await page
    .getByRole('dialog', { name: 'Deploy version 1.0.0' })
    .getByText('Nothing runs there yet.')
    .waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Rollback' }).click();
  await page.getByText('No rollback yet').waitFor();
  await page.getByText('Before Payout Validator 1.0.0').waitFor();
  expect(await page.getByRole('button', { name: 'Emergency Rollback' }).count()).toBe(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  await picture(page, 'rollback');
  const { url } = await enterStage();
  const operator = await openWindow(browser, url);
  await operator.page.goto('/agent-builder/deploy?tab=rollback');
  await signIn(operator.page, 'operator');
  await operator.page.getByRole('button', { name: 'Emergency Rollback' }).click();
  const dialog = operator.page.getByRole('dialog', { name: 'Emergency Rollback' });
  await dialog.getByText('Quota Plan Architect').waitFor();
  // without a reason
  expect(await dialog.getByRole('button', { name: 'Roll back' }).isDisabled()).toBe(true);
  await picture(operator.page, 'emergency');
  expect([...complaints, ...operator.complaints]).toEqual([]);
});

test('[VERS-09] a version card has Deploy, if the version is active', async () => {
  await page.goto('/agent-builder/versions?agent=territory-plan-optimizer');
  const cards = page.getByRole('list', { name: 'Versions' }).getByRole('listitem');
  await cards.first().waitFor();
  const old = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: /1\.0\.0/ }) })
    .first();
  await old.getByRole('button', { name: 'Deploy' }).waitFor();
  await old.getByRole('button', { name: 'View Details' }).click();
  await page.getByRole('button', { name: 'Deprecate' }).click();
  await page.keyboard.press('Escape');
  await old.getByText('deprecated', { exact: false }).first().waitFor();
  await expect.poll(() => old.getByRole('button', { name: 'Deploy' }).count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('[VERS-01] [VERS-12] [VERS-13] [VERS-14] [VERS-15] the sample’s candidate waits for its gates', async () => {
  await page.goto('/agent-builder/versions?agent=territory-plan-optimizer&tab=releases');
  const places = page.getByRole('list', { name: 'Releases by environment' });
  await places.getByText('1.1.0-rc.1').waitFor();
  expect(await page.getByRole('tab').allTextContents()).toEqual([
    'Versions',
    'Branches',
    'Releases',
    'Compare',
  ]);
  expect(await places.getByRole('heading').allTextContents()).toEqual([
    'Production',
    'Staging',
    'Development',
  ]);
  const staging = places.getByRole('listitem', { name: 'Staging' });
  expect(await staging.getByRole('button', { name: 'Promote' }).isDisabled()).toBe(true);
  await picture(page, 'releases');
  expect(await accessibilityFaults(page)).toEqual([]);
  await staging.getByRole('button', { name: 'View 1.1.0-rc.1' }).click();
  const drawer = page.getByRole('dialog', { name: 'Territory Plan Optimizer 1.1.0-rc.1' });
  for (const gate of ['Unit tests', 'Security scan', 'Performance tests'])
    await drawer.getByRole('region', { name: 'Automated gates' }).getByText(gate).waitFor();
  for (const gate of ['QA approval', 'Security review', 'Change advisory'])
    await drawer.getByRole('link', { name: `Open request: ${gate}` }).waitFor();
  await picture(page, 'release');
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Create RC' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create release candidate' });
  await dialog.getByLabel('Notes').fill('Another try');
  await dialog.getByRole('button', { name: 'Create RC' }).click();
  await page.getByRole('dialog', { name: 'Territory Plan Optimizer 1.1.0-rc.2' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('row', { name: /1\.1\.0-rc\.1.*Closed/ }).waitFor();
  expect(complaints).toEqual([]);
});
