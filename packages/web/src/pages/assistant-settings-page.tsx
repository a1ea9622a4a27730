import { queryOptions, useQuery } from '@tanstack/react-query';
import { client } from '../api/client.ts';
import { keys } from '../api/keys.ts';
import { Loaded } from '../api/loaded.tsx';
import { messages } from '../features/suggestions/configuration/messages.ts';
import { SettingsForm } from '../features/suggestions/configuration/settings-form.tsx';
import { WordsForm } from '../features/suggestions/configuration/words-form.tsx';
import { Page } from '../shell/page.tsx';

const assistantSettingsQuery = () =>
  queryOptions({
    queryKey: [...keys.assistant, 'settings'],
    queryFn: ({ signal }) => client.configurations.settings(undefined, { signal }),
  });

/** `/assistant-settings`: how the assistant works in this workspace. */
export function AssistantSettingsPage() {
  const settings = useQuery(assistantSettingsQuery());
  return (
    <Page title={messages.title} needs="use:assistant" meta={messages.subtitle}>
      <Loaded query={settings} failure={messages.failure}>
        {(stored) => <SettingsForm stored={stored} />}
      </Loaded>
      <WordsForm />
    </Page>
  );
}
