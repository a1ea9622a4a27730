import { useNavigate, useSearch } from '@tanstack/react-router';
import { WaitingApprovals } from '../features/approvals/waiting-approvals.tsx';
import { TaskDrawer } from '../features/tasks/task-drawer.tsx';
import { TaskTable } from '../features/tasks/task-table.tsx';
import { paths } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { messages } from './messages.ts';

/** `/action-center`: the user's open and past tasks. */
export function ActionCenterPage() {
  const { tab, task, ...list } = useSearch({ from: '/shell/action-center' });
  const navigate = useNavigate();
  const go = (search: { tab?: 'done'; task?: string }) =>
    void navigate({
      ...paths.actionCenter,
      search: { ...list, ...search },
      replace: true,
      resetScroll: false,
    });
  const table = (open: boolean) => (
    <TaskTable open={open} onOpen={(one) => go({ ...(open ? {} : { tab: 'done' }), task: one.id })} />
  );
  return (
    <Page
      title={messages.actionCenter.title}
      needs="read:tasks"
      views="tasks"
      meta={messages.actionCenter.subtitle}
    >
      {tab === undefined ? <WaitingApprovals /> : null}
      <Tabs
        label={messages.actionCenter.tabs}
        value={tab ?? 'open'}
        onValueChange={(value) => go(value === 'done' ? { tab: 'done' } : {})}
        tabs={[
          { value: 'open', label: messages.actionCenter.open, content: table(true) },
          { value: 'done', label: messages.actionCenter.past, content: table(false) },
        ]}
      />
      {task ? <TaskDrawer id={task} onClose={() => go(tab ? { tab } : {})} /> : null}
    </Page>
  );
}
