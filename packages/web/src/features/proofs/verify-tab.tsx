import { Unverified } from '@attain/domain/proofs/unverified';
import { Download, ShieldAlert, ShieldCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { downloadText } from '../../base/files/download.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { FileDrop } from '../../ui/fields/file-drop.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { messages } from './messages.ts';
import { Replacement } from './replacement.tsx';
import { savedKeys } from './saved-checkpoints.ts';
import { StepsList } from './steps-list.tsx';
import { type FileVerdict, loadVerifiers, verifyFile } from './verify-file.ts';

type Result = { name: string; verdict: FileVerdict | null; problem: string | null };

/** Verifies a file by drop or choice, in the browser alone; it works without a network. */
export function VerifyTab() {
  const [pin, setPin] = useState(savedKeys()[0] ?? '');
  const [result, setResult] = useState<Result>();
  const [working, setWorking] = useState(false);
  useEffect(loadVerifiers, []);
  const check = async (file: File) => {
    setWorking(true);
    const bytes = new Uint8Array(await file.arrayBuffer());
    const expect = pin.trim() === '' ? {} : { pin: pin.trim() };
    const next = await verifyFile(bytes, expect).then(
      (verdict): Result => ({ name: file.name, verdict, problem: null }),
      (error: unknown): Result => ({ name: file.name, verdict: null, problem: reasonOf(error) }),
    );
    setResult(next);
    setWorking(false);
  };
  return (
    <Card title={messages.verify.title}>
      <div className="flex flex-col gap-4">
        <Field label={messages.verify.pin} hint={messages.verify.pinHint}>
          <Input value={pin} onChange={(event) => setPin(event.target.value)} className="font-mono" />
        </Field>
        <FileDrop
          label={messages.verify.drop}
          hint={messages.verify.hint}
          onFiles={(taken, rejected) => {
            const [file] = taken;
            if (file) void check(file);
            else if (rejected[0])
              setResult({ name: rejected[0].file.name, verdict: null, problem: rejected[0].message });
          }}
        />
        <div aria-live="polite" className="flex flex-col gap-3">
          {working ? <p className="text-fg-2">{messages.verify.working}</p> : null}
          {result && !working ? <Outcome {...result} /> : null}
        </div>
      </div>
    </Card>
  );
}

function Outcome({ name, verdict: found, problem }: Result) {
  if (found === null) {
    return (
      <div role="alert" className="rounded-lg border border-bad bg-bad-soft px-3 py-2 text-bad-text">
        <p className="font-semibold">{messages.verify.failed(name)}</p>
        <p>{problem}</p>
      </div>
    );
  }
  const { kind, verdict, evidenceHash } = found;
  const isPinned = verdict.steps.some(({ step, outcome }) => step === 'key' && outcome === 'PASS');
  const title = verdict.ok
    ? isPinned
      ? messages.verify.passed(name)
      : messages.verify.unpinned(name)
    : messages.verify.failed(name);
  const Icon = verdict.ok ? ShieldCheck : ShieldAlert;
  const tone = !verdict.ok ? 'text-bad-text' : isPinned ? 'text-ok-text' : 'text-warn-text';
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <h3 className={`flex items-center gap-2 text-14 font-semibold ${tone}`}>
          <Icon aria-hidden className="size-4 shrink-0" />
          <span className="wrap-anywhere">{title}</span>
        </h3>
        <Badge>{messages.verify.kind[kind]}</Badge>
        <Button
          size="sm"
          className="ms-auto"
          icon={<Download aria-hidden />}
          onClick={() => downloadText(messages.verify.savedAs(name), JSON.stringify(verdict, null, 2))}
        >
          {messages.verify.save}
        </Button>
      </div>
      {verdict.ok && !isPinned ? <p className="text-fg-2">{messages.verify.unpinnedText}</p> : null}
      {verdict.ok && evidenceHash !== null ? <Replacement evidenceHash={evidenceHash} /> : null}
      <StepsList steps={verdict.steps} />
    </>
  );
}

function reasonOf(error: unknown): string {
  if (error instanceof Unverified) return error.message;
  return error instanceof Error ? error.message : String(error);
}
