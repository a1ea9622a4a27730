import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import type { Deal } from '@attain/domain/crediting/deal';
import { readLogProof, writeLogProof } from '@attain/domain/proofs/log-proof';
import { hashesOf, type StatementFile, writeStatementFile } from '@attain/domain/proofs/statement-file';
import { Unverified } from '@attain/domain/proofs/unverified';
import { verdictText } from '@attain/domain/proofs/verdict';
import { verifyStatement } from '@attain/domain/proofs/verify-statement';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exported, writtenLog } from './log.fixture.ts';
import { generateSigningKey, signerOf } from './log-key.ts';
import { narrowInput } from './narrow-input.ts';
import { nodeDigest } from './node-digest.ts';
import { calculated, sealedStatements, someDeal, someDeals, someInput } from './statement.fixture.ts';
import { verifyExport } from './verify-export.ts';

const signer = signerOf('attain.example/t', generateSigningKey());
const pinned = { pin: signer.fingerprint, origin: signer.origin };
const files = sealedStatements(someInput(someDeals), signer);
const ada = files[0]!;

type Change = (file: Mutable<StatementFile>) => void;
type Mutable<T> = { -readonly [K in keyof T]: T[K] extends object | null ? Mutable<T[K]> : T[K] };

/** The file after a change; with `rehashed` the hashes in it fit again, as somebody who knows the format would do it. */
function changed(change: Change, rehashed = false): string {
  const copy = JSON.parse(JSON.stringify(ada)) as Mutable<StatementFile>;
  change(copy);
  if (rehashed) copy.hashes = { ...hashesOf(nodeDigest, copy.statement as never, copy.input as never) };
  return writeStatementFile(copy as StatementFile);
}

const failed = (content: string, expected = pinned) =>
  verifyStatement(nodeDigest, content, expected)
    .steps.filter((step) => step.outcome === 'FAIL')
    .map((step) => step.step);

describe('[AUD-12] a payee gets exactly what her own pay depends on', () => {
  test('the part of one payee gives that payee the very same lines', () => {
    const input = someInput(someDeals);
    const whole = calculated(input);
    const narrow = narrowInput(input);
    for (const { id } of input.participants) {
      expect(calculated(narrow(id)).lines).toEqual(whole.lines.filter((line) => line.participantId === id));
    }
  });

  test('so it is for random deals, shares, currencies and days', () => {
    const people = fc.constantFrom('ada', 'ben', 'cyd', 'dee', 'eve');
    const shared = fc.tuple(people, people, fc.integer({ min: 1, max: 99 })).map(([one, other, share]) =>
      one === other
        ? []
        : [
            { participantId: one, sharePercent: `${share}` },
            { participantId: other, sharePercent: `${100 - share}` },
          ],
    );
    const deal = fc.record({
      date: fc
        .integer({ min: -20, max: 110 })
        .map((day) => new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10)),
      amount: fc.integer({ min: -500_000, max: 2_000_000 }).map((cents) => (cents / 100).toFixed(2)),
      currency: fc.constantFrom('USD', 'EUR', 'GBP', 'JPY'),
      participantId: people,
      splits: fc.oneof(fc.constant([]), shared),
    });
    const deals = fc
      .array(deal, { maxLength: 40 })
      .map((all) => all.map((one, at): Deal => someDeal({ ...one, id: `d${at}` })));
    fc.assert(
      fc.property(deals, (all) => {
        const input = someInput(all);
        const whole = calculated(input);
        const narrow = narrowInput(input);
        for (const { id } of input.participants) {
          expect(calculated(narrow(id)).lines).toEqual(
            whole.lines.filter((line) => line.participantId === id),
          );
        }
      }),
      { numRuns: 60 },
    );
  });

  test('it holds nothing else: no other deals, no rates out of force, of colleagues nothing but the id', () => {
    const input = narrowInput(someInput(someDeals))('ada');
    expect(input.deals.map((deal) => deal.id)).toEqual(['d1', 'd3', 'd4', 'd2']);
    expect(input.exchangeRates.map((rate) => `${rate.from}${rate.date}`)).toEqual([
      'EUR2025-12-31',
      'EUR2026-02-01',
    ]);
    expect(input.quotas.map((quota) => quota.participantId)).toEqual(['ada']);
    expect(input.participants.map((one) => [one.name, one.targetVariableAnnual])).toEqual([
      ['Ada Example', '40000.00'],
      ['ben', null],
    ]);
    expect(() => narrowInput(someInput(someDeals))('zoe')).toThrow(Unverified);
  });
});

describe('[AUD-13] a statement is checked without the server', () => {
  test('every true statement passes all steps and says what is paid', () => {
    for (const file of files) {
      const verdict = verifyStatement(nodeDigest, writeStatementFile(file), pinned);
      expect(verdict.steps.map((step) => `${step.step} ${step.outcome}`)).toEqual([
        'file PASS',
        'hashes PASS',
        'consistent PASS',
        'recalculation PASS',
        'key PASS',
        'log PASS',
        'batch PASS',
      ]);
      const { participant, total } = file.statement;
      expect(verdict.paid).toEqual({
        participantId: participant.id,
        period: '2026-Q1',
        total,
        currency: 'USD',
      });
      expect(verdict.ok).toBe(true);
    }
    expect(new Set(files.map((file) => file.statement.total)).size).toBeGreaterThan(2);
  });

  test('without a pin it says so; without a proof it says so, and a pin then asks in vain', () => {
    const unpinned = verifyStatement(nodeDigest, writeStatementFile(ada));
    expect([unpinned.ok, verdictText(unpinned)]).toEqual([true, expect.stringContaining(signer.fingerprint)]);
    const bare = writeStatementFile({ ...ada, audit: null });
    expect(verifyStatement(nodeDigest, bare).ok).toBe(true);
    expect(verifyStatement(nodeDigest, bare).steps.at(-1)).toMatchObject({ step: 'log', outcome: 'SKIP' });
    expect(failed(bare)).toEqual(['log']);
  });

  const changes: readonly (readonly [string, Change, readonly string[]])[] = [
    [
      'one cent more on a line',
      (file) => (file.statement.lines[0]!.amount = '123.00'),
      ['consistent', 'recalculation'],
    ],
    [
      'one cent more in total',
      (file) => (file.statement.total = '99999.00'),
      ['consistent', 'recalculation'],
    ],
    ['a line less', (file) => (file.statement.lines as unknown[]).pop(), ['consistent', 'recalculation']],
    ['a larger deal', (file) => (file.input.deals[0]!.amount = '9000.00'), ['recalculation']],
    ['a deal less', (file) => (file.input.deals as unknown[]).pop(), ['recalculation']],
    ['a smaller quota', (file) => (file.input.quotas[0]!.amount = '1'), ['recalculation']],
    ['another rate of exchange', (file) => (file.input.exchangeRates[1]!.rate = '2'), ['recalculation']],
    [
      'a better commission',
      (file) => (file.input.participants[0]!.commissionRatePercent = '9'),
      ['recalculation'],
    ],
    ['another payee', (file) => (file.statement.participant.id = 'ben'), ['consistent']],
    ['another period', (file) => (file.statement.period.key = '2026-Q2'), ['consistent']],
    ['a plan that is not sound', (file) => (file.input.plan.components[0]!.weight = 150), ['recalculation']],
    ['rules of another version', (file) => (file.engineVersion = '0.0.1'), ['recalculation']],
    [
      'inputs that are none',
      (file) => ((file as { input: unknown }).input = { plan: 1 }),
      ['consistent', 'recalculation'],
    ],
  ];
  test.each(changes)(
    '%s is found, and found still when all hashes were made to fit',
    (_name, change, steps) => {
      const found = failed(changed(change));
      expect(found).toEqual(expect.arrayContaining([...steps]));
      const rehashed = failed(changed(change, true));
      expect(rehashed).toEqual([...steps, 'batch']);
    },
  );

  test('another sentence is found by calculating again: it follows from inputs and rules, and the log knows those', () => {
    const reworded: Change = (file) => (file.statement.lines[0]!.message = 'Because.');
    expect(failed(changed(reworded))).toEqual(['recalculation']);
    expect(failed(changed(reworded, true))).toEqual(['recalculation']);
  });

  test('a statement that was recalculated and rehashed from better inputs is not in the batch of the log', () => {
    const better = sealedStatements(
      someInput([...someDeals, someDeal({ id: 'd9', amount: '50000' })]),
      signer,
    )[0]!;
    expect(verifyStatement(nodeDigest, writeStatementFile(better), pinned).ok).toBe(true);
    expect(failed(writeStatementFile({ ...better, audit: ada.audit }))).toEqual(['batch']);
    const stranger = signerOf(signer.origin, generateSigningKey());
    expect(failed(writeStatementFile(sealedStatements(someInput(someDeals), stranger)[0]!))).toEqual(['key']);
  });

  test('the proof of another statement, another place, another entry or another head fails', () => {
    const audit = ada.audit!;
    const other = files[1]!.audit!;
    expect(failed(changed((file) => (file.audit!.batch = { ...other.batch } as never)))).toEqual(['batch']);
    expect(failed(changed((file) => (file.audit!.batch.index = 1)))).toEqual(['batch']);
    expect(failed(changed((file) => (file.audit!.batch.size = 1)))).toEqual(['batch']);
    expect(failed(changed((file) => (file.audit!.entry = audit.entry.replace('"v":2', '"v":3'))))).toEqual([
      'log',
      'batch',
    ]);
    const proof = readLogProof(audit.proof);
    expect(writeLogProof(proof)).toBe(audit.proof);
    const wrong = [
      { ...proof, index: 3 },
      { ...proof, path: proof.path.slice(1) },
      { ...proof, checkpoint: proof.checkpoint.replace('\n5\n', '\n6\n') },
    ];
    for (const one of wrong)
      expect(failed(changed((file) => (file.audit!.proof = writeLogProof(one))))).toEqual(['log']);
    for (const text of [
      '',
      'c2sp.org/tlog-proof@v1\n\n',
      audit.proof.replace('index 2', 'index 02'),
      `extra\n${audit.proof}`,
    ]) {
      expect(() => readLogProof(text)).toThrow(Unverified);
    }
  });

  test('the size of its batch, where several sizes share one proof', () => {
    const resized: Change = (file) => (file.audit!.batch.size = 7);
    expect([ada.audit!.batch.index, ada.audit!.batch.size]).toEqual([0, 5]);
    expect(failed(changed(resized))).toEqual(['batch']);
    const [old] = sealedStatements(someInput(someDeals), signer, '0.1');
    for (const size of [5, 7]) {
      const copy = { ...old!, audit: { ...old!.audit!, batch: { ...old!.audit!.batch, size } } };
      const { ok, steps } = verifyStatement(nodeDigest, writeStatementFile(copy), pinned);
      expect(ok).toBe(true);
      expect(steps.find(({ step }) => step === 'batch')?.message).not.toMatch(/\d/);
    }
  });

  test('any single byte of the file', () => {
    const bytes = Buffer.from(writeStatementFile(ada));
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const copy = Buffer.from(bytes);
        copy[at]! ^= flip;
        expect(verifyStatement(nodeDigest, copy.toString('utf8'), pinned).ok).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    ['nothing', ''],
    ['no JSON', 'statement'],
    ['another object', '{}\n'],
    ['spaces', JSON.stringify(ada, null, 1)],
    ['a double key', writeStatementFile(ada).replace('{"audit":', '{"audit":null,"audit":')],
  ])('a file of %s is refused', (_name, content) => {
    expect(failed(content)).toEqual(['file']);
  });
});

describe('[AUD-9] [AUD-13] one verifier for every file', () => {
  const streamOf = (text: string) => Readable.from([Buffer.from(text)]);

  test('it sees by the first line which kind of file it has', async () => {
    const statement = await verifyExport(streamOf(writeStatementFile(ada)), pinned);
    expect([statement.kind, statement.verdict.ok]).toEqual(['statement', true]);
    const log = await verifyExport(
      streamOf(`${exported(writtenLog(signer.origin, 9), signer).join('\n')}\n`),
      pinned,
    );
    expect([log.kind, log.verdict.ok]).toEqual(['log', true]);
    expect((await verifyExport(streamOf('hello'), pinned)).verdict.ok).toBe(false);
    expect((await verifyExport(Readable.from([Buffer.from([0xff])]), pinned)).verdict.ok).toBe(false);
  });
});

describe('[AUD-9] files of release 0.1, whose sentences are called `say`', () => {
  const stored = (name: string) => readFileSync(new URL(`release-0.1/${name}.txt`, import.meta.url), 'utf8');

  test.each(['statement', 'payments'] as const)('a %s file still verifies', async (name) => {
    const { kind, verdict } = await verifyExport(Readable.from([Buffer.from(stored(name))]));
    expect([kind, verdict.ok]).toEqual([name, true]);
  });

  test.each([
    ['statement', '"amount":"4477.20"', '"amount":"4477.21"'],
    ['payments', '"net":"4477.20"', '"net":"4477.21"'],
  ])('a changed amount in a %s file is found', async (name, from, to) => {
    const changed = stored(name).replace(from, to);
    expect(changed).not.toBe(stored(name));
    const { verdict } = await verifyExport(Readable.from([Buffer.from(changed)]));
    expect(verdict.ok).toBe(false);
  });
});

describe('[AUD-9] files of engine 1.5.0, which knew no dated pay terms', () => {
  const stored = readFileSync(new URL('engine-1.5/statement.txt', import.meta.url), 'utf8');

  test('a statement still verifies, recalculated by the present engine', async () => {
    expect(stored).toContain('"engineVersion":"1.5.0"');
    const { verdict } = await verifyExport(Readable.from([Buffer.from(stored)]));
    expect(verdict.steps.filter(({ outcome }) => outcome === 'FAIL')).toEqual([]);
    expect(verdict.ok).toBe(true);
  });

  test('a changed target in it is found', () => {
    const file = JSON.parse(stored) as Mutable<StatementFile>;
    file.input.participants[0]!.targetVariableAnnual = '40001.00';
    file.hashes = { ...hashesOf(nodeDigest, file.statement as never, file.input as never) };
    expect(failed(writeStatementFile(file as StatementFile))).toContain('recalculation');
  });
});

test('[AUD-12] [QUOTA-21] one payee’s file holds that payee’s pay terms and nobody else’s', () => {
  const payTerms = ['ada', 'ben'].map((participantId) => ({
    participantId,
    from: '2026-02-15',
    to: null,
    targetVariableAnnual: '72000.00',
    commissionRatePercent: '9',
  }));
  const input = { ...someInput(someDeals), payTerms };
  const narrow = narrowInput(input);
  expect(narrow('ada').payTerms).toEqual([payTerms[0]]);
  expect(narrow('cyd').payTerms).toBeUndefined();
  for (const { id } of input.participants) {
    const own = calculated(input).lines.filter((line) => line.participantId === id);
    expect(calculated(narrow(id)).lines).toEqual(own);
  }
  const [file] = sealedStatements(input, signer);
  expect(verifyStatement(nodeDigest, writeStatementFile(file!), pinned).ok).toBe(true);
});
