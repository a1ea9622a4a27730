import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { client } from '../../api/client.ts';
import { describeError, HttpError } from '../../api/http-error.ts';
import { keys } from '../../api/keys.ts';
import { Loaded } from '../../api/loaded.tsx';
import { sampleCaseQuery } from '../../api/requests/suite-queries.ts';
import type { SuiteDetail, SuiteTest, WorkflowCase } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { Button } from '../../ui/button.tsx';
import { CodeArea } from '../../ui/fields/code-area.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { ActFooter } from '../../ui/overlays/act-footer.tsx';
import { Drawer } from '../../ui/overlays/drawer.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { ProblemList } from '../../ui/states/problem-list.tsx';
import { type CaseDraft, caseOf, draftOf, emptyExpectation, emptyStub } from './case-draft.ts';
import { ExpectationFields, StubFields } from './case-fields.tsx';
import { messages } from './messages.ts';

const words = messages.edit;

type CaseDrawerProps = {
  suite: SuiteDetail;
  /** The case to edit; without it a new one with sample data. */
  stored: SuiteTest | undefined;
  onSaved: (caseId: string) => void;
  onClose: () => void;
};

/** Adds a case or edits one. */
export function CaseDrawer({ suite, stored, onSaved, onClose }: CaseDrawerProps) {
  const [step, setStep] = useState<string>();
  const sample = useQuery({ ...sampleCaseQuery({ id: suite.id, step }), enabled: stored === undefined });
  if (stored?.test)
    return <CaseForm suite={suite} given={stored.test} stored={stored} onSaved={onSaved} onClose={onClose} />;
  if (sample.data)
    return (
      <CaseForm
        key={step}
        suite={suite}
        given={sample.data.test}
        onSample={(next) => setStep(next === '' ? undefined : next)}
        onSaved={onSaved}
        onClose={onClose}
      />
    );
  return (
    <Drawer open size="lg" title={words.newCase} onOpenChange={(open) => !open && onClose()}>
      <Loaded query={sample} failure={messages.detail.failure}>
        {() => null}
      </Loaded>
    </Drawer>
  );
}

type CaseFormProps = Omit<CaseDrawerProps, 'stored'> & {
  given: WorkflowCase;
  stored?: SuiteTest;
  /** Begins again with sample data of a step, or of the whole workflow if empty. */
  onSample?: (step: string) => void;
};

function CaseForm({ suite, given, stored, onSample, onSaved, onClose }: CaseFormProps) {
  const [before] = useState(() => draftOf(given));
  const [draft, setDraft] = useState(before);
  const [fault, setFault] = useState<string>();
  const save = useAct({
    act: client.suites.saveCase,
    changes: [keys.suites, keys.audit],
    failure: null,
    onDone: ({ tests }) => {
      toast({ title: words.caseSaved, text: draft.name, meaning: 'ok' });
      onSaved(stored?.id ?? tests.at(-1)?.id ?? '');
    },
  });
  const submit = () => {
    const read = caseOf(draft);
    setFault('fault' in read ? read.fault : undefined);
    if ('test' in read)
      save.mutate({ id: suite.id, revision: suite.revision, caseId: stored?.id ?? null, test: read.test });
  };
  const issues = save.error instanceof HttpError ? save.error.issues : [];
  return (
    <Drawer
      open
      size="lg"
      title={stored ? words.editCase(stored.name) : words.newCase}
      description={words.caseHelp}
      unsaved={draft === before ? undefined : words.unsaved}
      onOpenChange={(open) => !open && onClose()}
      footer={
        <ActFooter disabled={draft.name.trim() === ''} busy={save.isPending} onClick={submit}>
          {words.saveCase}
        </ActFooter>
      }
    >
      <div className="flex flex-col gap-5">
        <CaseFields
          draft={draft}
          graph={suite.graph}
          onDraft={setDraft}
          onStep={(step) => (draft === before && onSample ? onSample(step) : setDraft({ ...draft, step }))}
        />
        {fault || (save.isError && issues.length === 0) ? (
          <p role="alert" className="text-bad-text">
            {fault ?? describeError(save.error)}
          </p>
        ) : null}
        <ProblemList problems={issues} />
      </div>
    </Drawer>
  );
}

type CaseFieldsProps = {
  draft: CaseDraft;
  graph: SuiteDetail['graph'];
  onDraft: (draft: CaseDraft) => void;
  onStep: (step: string) => void;
};

function CaseFields({ draft, graph, onDraft, onStep }: CaseFieldsProps) {
  const change = (part: Partial<CaseDraft>) => onDraft({ ...draft, ...part });
  // results of earlier steps stand in for them when one step is tested
  const asking = graph.nodes.filter(
    ({ id, asks, alone }) => asks || (draft.step !== '' && alone && id !== draft.step),
  );
  const [first] = graph.nodes;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={words.name} required>
          <Input
            value={draft.name}
            maxLength={200}
            onChange={({ target }) => change({ name: target.value })}
          />
        </Field>
        <Field label={words.startAt} hint={words.startAtHint} required>
          <Input value={draft.startAt} onChange={({ target }) => change({ startAt: target.value })} />
        </Field>
      </div>
      <TestedStep draft={draft} graph={graph} onStep={onStep} />
      <Field label={words.input} hint={words.inputHint} required>
        <CodeArea rows={4} value={draft.input} onChange={({ target }) => change({ input: target.value })} />
      </Field>
      <section aria-label={words.stubs} className="flex flex-col gap-3">
        <Heading title={words.stubs} help={draft.step === '' ? words.stubsHelp : words.stubsOfStepHelp}>
          {asking[0] ? (
            <Button
              size="sm"
              icon={<Plus aria-hidden />}
              onClick={() => change({ stubs: [...draft.stubs, emptyStub(asking[0]?.id ?? '')] })}
            >
              {words.addStub}
            </Button>
          ) : null}
        </Heading>
        {draft.stubs.map((stub) => (
          <StubFields
            key={stub.key}
            stub={stub}
            nodes={asking}
            onStub={(next) => change({ stubs: draft.stubs.map((one) => (one === stub ? next : one)) })}
            onRemove={() => change({ stubs: draft.stubs.filter((one) => one !== stub) })}
          />
        ))}
      </section>
      <section aria-label={words.expectations} className="flex flex-col gap-3">
        <Heading title={words.expectations} help={words.expectationsHelp}>
          <Button
            size="sm"
            icon={<Plus aria-hidden />}
            onClick={() =>
              change({ expectations: [...draft.expectations, emptyExpectation('output', first?.id ?? '')] })
            }
          >
            {words.addExpectation}
          </Button>
        </Heading>
        {draft.expectations.map((one) => (
          <ExpectationFields
            key={one.key}
            expectation={one}
            nodes={graph.nodes}
            onExpectation={(next) =>
              change({ expectations: draft.expectations.map((each) => (each === one ? next : each)) })
            }
            onRemove={() => change({ expectations: draft.expectations.filter((each) => each !== one) })}
          />
        ))}
      </section>
      <details>
        <summary className="min-h-6 cursor-pointer text-12 text-fg-2">{words.variables}</summary>
        <Field label={words.variables}>
          <CodeArea
            rows={3}
            value={draft.variables}
            onChange={({ target }) => change({ variables: target.value })}
          />
        </Field>
      </details>
    </>
  );
}

const wholeWorkflow = 'whole';

function TestedStep({ draft, graph, onStep }: Pick<CaseFieldsProps, 'draft' | 'graph' | 'onStep'>) {
  const steps = graph.nodes.filter(({ id, alone }) => alone || id === draft.step);
  return (
    <Field label={words.tests} hint={draft.step === '' ? undefined : words.testsStepHint}>
      <Select
        value={draft.step || wholeWorkflow}
        onValueChange={(next) => onStep(next === wholeWorkflow ? '' : next)}
        options={[
          { value: wholeWorkflow, label: words.wholeWorkflow },
          ...steps.map(({ id, title }) => ({ value: id, label: title || id })),
        ]}
      />
    </Field>
  );
}

function Heading({ title, help, children }: { title: string; help: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <div className="min-w-0 grow basis-60">
        <h3 className="font-semibold">{title}</h3>
        <p className="text-12 text-fg-3">{help}</p>
      </div>
      {children}
    </div>
  );
}
