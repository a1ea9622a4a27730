import { useLocation, useNavigate } from '@tanstack/react-router';
import { FileUp, type LucideIcon, Plus, Save, Settings } from 'lucide-react';
import { lazy, Suspense, use, useState } from 'react';
import { useMay } from '../api/me.ts';
import { useAgentDrafts } from '../features/agents/agent-drafts.tsx';
import type { ScreenSave } from '../features/canvas/editing/use-save-from-outside.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { Tooltip } from '../ui/overlays/tooltip.tsx';
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

/** What can be done with an agent from every screen of the builder: save it, read one from a file, begin a new one. */
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
  const locked = mayEdit ? undefined : 'Your role can look at agents, but not change them.';
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
        label="Save Draft"
        icon={Save}
        words={words}
        why={saves.why}
        busy={saves.saving}
        onClick={saves.save}
      />
      <HeaderButton
        label="Import"
        icon={FileUp}
        words={words}
        why={locked}
        onClick={() => setOpen('import')}
      />
      <HeaderButton
        label="New Agent"
        icon={Plus}
        words={words}
        why={locked}
        onClick={() => (drafts.draftOf('') ? setOpen('clear') : begin())}
      />
      <HeaderButton label="Settings" icon={Settings} words={words} onClick={() => setOpen('settings')} />
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

/** Why "Save Draft" has nothing to save; the empty form says itself what it lacks. */
function nothingToSave(unchanged: boolean, fresh: boolean, onForm: boolean): string | undefined {
  if (!unchanged || (fresh && onForm)) return undefined;
  return fresh ? 'This screen has nothing to save.' : 'Nothing has changed since this agent was saved.';
}

type HeaderButtonProps = {
  label: string;
  icon: LucideIcon;
  words: boolean;
  /** Why it does nothing just now. */
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
