import { Inbox } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { KeyValueList } from '../../ui/key-value-list.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Drawer } from '../../ui/overlays/drawer.tsx';
import { CloseSheet } from '../../ui/overlays/sheet-parts.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { ProblemList } from '../../ui/states/problem-list.tsx';
import { ProgressBar } from '../../ui/states/progress-bar.tsx';
import { SkeletonText, SkeletonTile } from '../../ui/states/skeleton.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Specimen } from './specimen.tsx';

/** Waiting, nothing, failure, and what floats above the page. */
export function StateSpecimens() {
  return (
    <Specimen title="States and sheets">
      <Stepper
        label="Import steps"
        onStep={() => {}}
        steps={[
          { id: 'file', label: 'File', state: 'done' },
          { id: 'columns', label: 'Columns', state: 'bad' },
          { id: 'check', label: 'Check', state: 'current' },
          { id: 'commit', label: 'Commit', state: 'next' },
        ]}
      />
      <ProblemList
        wayTo={() => () => {}}
        problems={[
          {
            rule: 'PLAN-4',
            path: 'components[2].weight',
            message: 'The weights add up to 92%. Raise them to 100%.',
          },
          {
            rule: 'PLAN-9',
            path: 'components[0].tiers',
            message: 'Nothing pays between 80% and 90%. Close the gap.',
          },
        ]}
      />
      <div className="grid gap-4 lg:grid-cols-2">
        <Card>
          <div className="flex flex-col gap-4">
            <ProgressBar
              label="Importing deals"
              value={0.62}
              detail="12,400 of 20,000 rows"
              action={<Button size="sm">Cancel</Button>}
            />
            <ProgressBar label="Waiting for the database" />
            <SkeletonText />
            <SkeletonTile />
          </div>
        </Card>
        <Card>
          <EmptyState
            icon={<Inbox aria-hidden />}
            title="No deals yet"
            text="Import a file of deals, or add one by hand."
            action={<Button variant="primary">Import deals</Button>}
          />
        </Card>
        <Card>
          <ErrorState
            title="The payouts could not be loaded"
            text="The server did not answer within 30 seconds."
            requestId="01JB7Q-4F2C"
            onRetry={() => {}}
          />
        </Card>
        <Card>
          <Tabs
            label="Payout line"
            tabs={[
              { value: 'why', label: 'Why', content: <Explained /> },
              { value: 'json', label: 'Raw', beside: <Badge mono>json</Badge>, content: <Raw /> },
            ]}
          />
        </Card>
      </div>
      <div className="flex gap-2">
        <ConfirmDialog />
        <Drawer
          trigger={<Button>Open drawer</Button>}
          title="Payout of Avery Chen"
          description="Q4 2026 · ACV Bookings"
          beside={<Badge meaning="ok">Final</Badge>}
          footer={
            <CloseSheet>
              <Button>Close</Button>
            </CloseSheet>
          }
        >
          <Explained />
        </Drawer>
      </div>
    </Specimen>
  );
}

function ConfirmDialog() {
  const [open, setOpen] = useState(false);
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      size="sm"
      trigger={<Button>Open dialog</Button>}
      title="Delete this draft?"
      description="Version 3 of FY26 Enterprise AE"
      footer={
        <>
          <Button onClick={() => setOpen(false)}>Keep</Button>
          <Button variant="danger" onClick={() => setOpen(false)}>
            Delete
          </Button>
        </>
      }
    >
      The active version stays as it is. A deleted draft cannot be brought back.
    </Dialog>
  );
}

function Explained() {
  return (
    <KeyValueList
      rows={[
        { key: 'Credit', value: '$741,000.00', figure: true },
        { key: 'Attainment', value: '78.00%', figure: true },
        { key: 'Rate', value: '8.40% (tier 2)', figure: true },
        { key: 'Rule', value: 'PAY-7', mono: true },
        { key: 'Payout', value: '$62,244.00', figure: true },
      ]}
    />
  );
}

function Raw() {
  const line = { payee: '276', component: 'acv', credit: '741000.00', rate: '0.084', amount: '62244.00' };
  return <CodeBlock label="payout line" code={JSON.stringify(line, null, 2)} />;
}
