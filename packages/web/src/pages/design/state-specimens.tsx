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
import { messages } from './messages.ts';
import { Specimen } from './specimen.tsx';

/** Waiting, nothing, failure, and what floats above the page. */
export function StateSpecimens() {
  return (
    <Specimen title={messages.state.statesAndSheets}>
      <Stepper
        label={messages.state.importSteps}
        onStep={() => {}}
        steps={[
          { id: 'file', label: messages.state.file, state: 'done' },
          { id: 'columns', label: messages.state.columns, state: 'bad' },
          { id: 'check', label: messages.state.check, state: 'current' },
          { id: 'commit', label: messages.state.commit, state: 'next' },
        ]}
      />
      <ProblemList
        wayTo={() => () => {}}
        problems={[
          {
            rule: messages.state.pLAN4,
            path: 'components[2].weight',
            message: messages.state.theWeightsAddUp,
          },
          {
            rule: messages.state.pLAN9,
            path: 'components[0].tiers',
            message: messages.state.nothingPaysBetween80,
          },
        ]}
      />
      <div className="grid gap-4 lg:grid-cols-2">
        <Card>
          <div className="flex flex-col gap-4">
            <ProgressBar
              label={messages.state.importingDeals}
              value={0.62}
              detail={messages.state.v12400Of20000Rows}
              action={<Button size="sm">{messages.state.cancel}</Button>}
            />
            <ProgressBar label={messages.state.waitingForTheDatabase} />
            <SkeletonText />
            <SkeletonTile />
          </div>
        </Card>
        <Card>
          <EmptyState
            icon={<Inbox aria-hidden />}
            title={messages.state.noDealsYet}
            text={messages.state.importAFileOf}
            action={<Button variant="primary">{messages.state.importDeals}</Button>}
          />
        </Card>
        <Card>
          <ErrorState
            title={messages.state.thePayoutsCouldNot}
            text={messages.state.theServerDidNot}
            requestId="01JB7Q-4F2C"
            onRetry={() => {}}
          />
        </Card>
        <Card>
          <Tabs
            label={messages.state.payoutLine}
            tabs={[
              { value: 'why', label: messages.state.why, content: <Explained /> },
              {
                value: 'json',
                label: messages.state.raw,
                beside: <Badge mono>{messages.state.json}</Badge>,
                content: <Raw />,
              },
            ]}
          />
        </Card>
      </div>
      <div className="flex gap-2">
        <ConfirmDialog />
        <Drawer
          trigger={<Button>{messages.state.openDrawer}</Button>}
          title={messages.state.payoutOfAveryChen}
          description={messages.state.q42026ACVBookings}
          beside={<Badge meaning="ok">{messages.state.final}</Badge>}
          footer={
            <CloseSheet>
              <Button>{messages.state.close}</Button>
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
      trigger={<Button>{messages.state.openDialog}</Button>}
      title={messages.state.deleteThisDraft}
      description={messages.state.version3OfFY26}
      footer={
        <>
          <Button onClick={() => setOpen(false)}>{messages.state.keep}</Button>
          <Button variant="danger" onClick={() => setOpen(false)}>
            {messages.state.delete}
          </Button>
        </>
      }
    >
      {messages.state.theActiveVersionStays}
    </Dialog>
  );
}

function Explained() {
  return (
    <KeyValueList
      rows={[
        { key: messages.state.credit, value: '$741,000.00', figure: true },
        { key: messages.state.attainment, value: '78.00%', figure: true },
        { key: messages.state.rate, value: '8.40% (tier 2)', figure: true },
        { key: messages.state.ruleName, value: 'PAY-7', mono: true },
        { key: messages.state.payout, value: '$62,244.00', figure: true },
      ]}
    />
  );
}

function Raw() {
  const line = { payee: '276', component: 'acv', credit: '741000.00', rate: '0.084', amount: '62244.00' };
  return <CodeBlock label={messages.state.payoutLine2} code={JSON.stringify(line, null, 2)} />;
}
