import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx';
import { Switch } from '../../../ui/fields/switch.tsx';
import { messages } from './messages.ts';
import type { AnalyticsSettings } from './settings-of.ts';

const frequencies = ['realtime', 'hourly', 'daily'] as const;

export type SettingsProps = {
  settings: AnalyticsSettings;
  onChange: (change: Partial<AnalyticsSettings>) => void;
};

/** When the cards read again. */
export function RefreshSettings({ settings, onChange }: SettingsProps) {
  return (
    <>
      <Switch
        label={messages.settings.autoRefresh}
        checked={settings.autoRefresh}
        onChange={({ target }) => onChange({ autoRefresh: target.checked })}
      />
      {settings.autoRefresh ? (
        <SegmentedControl
          label={messages.settings.updateFrequency}
          value={settings.updateFrequency}
          onValueChange={(updateFrequency) => onChange({ updateFrequency })}
          segments={frequencies.map((value) => ({ value, label: messages.settings.frequencies[value] }))}
        />
      ) : null}
    </>
  );
}
