import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { verdictText } from '@attain/domain/proofs/verdict';
import { verifyExport } from '../audit/verify-export.ts';
import { type Command, exitCodes, print } from './command.ts';

/** `attain verify`: checks a statement, payments, an evidence pack, versions of an agent or an exported audit log without any server. */
export const verify: Command = {
  name: 'verify',
  operand: '<file>',
  options: {
    key: {
      value: 'line',
      description: "The log's key line or fingerprint, obtained from the operator separately",
    },
    origin: { value: 'name', description: 'The expected name of the log' },
    checkpoint: { value: 'file', description: 'A checkpoint saved earlier that the log must continue' },
    json: { description: 'Print the result as JSON' },
  },
  notes: `
The file is the proof file of a statement or of payments (.json), an evidence pack (.json), the versions of an agent (.json) or an export of the audit log (.jsonl). A statement is recalculated
from its own inputs, to the cent. Without --key, a forgery signed with another key is not detected.
Exit codes: 0 valid · 1 not valid, with the first problem · 64 wrong usage.`,
  async run(given, file) {
    const verdict = await verifyExport(createReadStream(file), {
      ...(given.key === undefined ? {} : { pin: given.key }),
      ...(given.origin === undefined ? {} : { origin: given.origin }),
      ...(given.checkpoint === undefined
        ? {}
        : { olderCheckpoint: await readFile(given.checkpoint, 'utf8') }),
    });
    await print(given.switches.has('json') ? `${JSON.stringify(verdict)}\n` : verdictText(verdict.verdict));
    return verdict.verdict.ok ? exitCodes.done : exitCodes.failed;
  },
};
