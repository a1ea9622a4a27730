import { useLocation, useNavigate } from '@tanstack/react-router';
import { FileUp, type LucideIcon, Plus, Save, Settings } from 'lucide-react';
import { lazy, Suspense, use, useState } from 'react';
import { useMay } from '../api/me.ts';
import { useAgentDrafts } from '../features/agents/agent-drafts.tsx';
import type { ScreenSave } from '../features/canvas/editing/use-save-from-outside.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { Tooltip } from '../ui/overlays/tooltip.tsx';
import { messages } from './messages.ts';
import { ScreenSaveContext } from './screen-save.ts';

const BuilderSettings = lazy(async () => ({
  default: (await import('../features/agents/builder-settings.tsx')).BuilderSettings,
}));
const ClearForm = lazy(async () => ({
  default: (await import('../features/agents/clear-form.tsx')).ClearForm,
}));
const ImportAgentDialog = lazy(async () => ({
  default: (await import('../features/agents/import-agent.tsx')).ImportAgentDialog,
}));

/** The agent actions of every builder screen: save, import, new, settings. */
export function AgentButtons({ words }: { words: boolean }) {
  const drafts = useAgentDrafts();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const mayEdit = useMay('edit:agents');
  const [open, setOpen] = useState<'import' | 'settings' | 'clear'>();
  const close = () => setOpen(undefined);
  const toForm = () => void navigate(paths.builder);
  const begin = () => {
    drafts.discard('');
    drafts.look('');
    close();
    toForm();
  };
  const { shown: screen } = use(ScreenSaveContext);
  const locked = mayEdit ? undefined : messages.buttons.readOnly;
  const unchanged = drafts.draftOf(drafts.current) === undefined;
  const ofAgent: ScreenSave = {
    save: () => drafts.save(drafts.current),
    saving: drafts.saving,
    why: locked ?? nothingToSave(unchanged, drafts.current === '', pathname === paths.builder.to),
  };
  const saves = screen ?? ofAgent;
  return (
    <>
      <HeaderButton
        label={messages.buttons.save}
        icon={Save}
        words={words}
        why={saves.why}
        busy={saves.saving}
        onClick={saves.save}
      />
      <HeaderButton
        label={messages.buttons.import}
        icon={FileUp}
        words={words}
        why={locked}
        onClick={() => setOpen('import')}
      />
      <HeaderButton
        label={messages.buttons.new}
        icon={Plus}
        words={words}
        why={locked}
        onClick={() => (drafts.draftOf('') ? setOpen('clear') : begin())}
      />
      <HeaderButton
        label={messages.buttons.settings}
        icon={Settings}
        words={words}
        onClick={() => setOpen('settings')}
      />
      <Suspense>
        {open === 'import' ? (
          <ImportAgentDialog
            onClose={close}
            onRead={(agent) => {
              begin();
              drafts.edit('', { form: agent, revision: null });
            }}
          />
        ) : null}
        {open === 'settings' ? <BuilderSettings onClose={close} /> : null}
        {open === 'clear' ? <ClearForm onKeep={close} onClear={begin} /> : null}
      </Suspense>
    </>
  );
}

/** The reason "Save Draft" is disabled; the empty form shows its own problems. */
function nothingToSave(unchanged: boolean, fresh: boolean, onForm: boolean): string | undefined {
  if (!unchanged || (fresh && onForm)) return undefined;
  return fresh ? messages.buttons.nothing : messages.buttons.unchanged;
}

type HeaderButtonProps = {
  label: string;
  icon: LucideIcon;
  words: boolean;
  /** The reason it is disabled. */
  why?: string | undefined;
  busy?: boolean;
  onClick: () => void;
};

function HeaderButton({ label, icon: Icon, words, why, busy, onClick }: HeaderButtonProps) {
  const button = (
    <Button
      variant="ghost"
      square={!words}
      aria-label={label}
      aria-disabled={why === undefined ? undefined : true}
      aria-description={why}
      busy={busy ?? false}
      icon={<Icon aria-hidden />}
      className={why === undefined ? undefined : 'opacity-60'}
      onClick={why === undefined ? onClick : undefined}
    >
      {words ? label : null}
    </Button>
  );
  return words && why === undefined ? button : <Tooltip label={why ?? label}>{button}</Tooltip>;
}
