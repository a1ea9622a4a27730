import { dataPaths, type KnownData } from '@attain/domain/workflows/expressions/known-data';
import { Braces } from 'lucide-react';
import { useState } from 'react';
import { Input } from '../../../ui/fields/input.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Popover } from '../../../ui/overlays/popover.tsx';
import { messages } from '../messages.ts';

type DataPickerProps = {
  /** Of the field that receives the value. */
  label: string;
  data: KnownData;
  disabled: boolean;
  onPick: (path: string) => void;
};

/** A list of the values that earlier steps bring, to put one into a field. */
export function DataPicker({ label, data, disabled, onPick }: DataPickerProps) {
  const [open, setOpen] = useState(0);
  return (
    <Popover
      // closes by being replaced, once a value was picked
      key={open}
      label={messages.panel.pickData}
      align="end"
      trigger={
        <IconButton
          size="sm"
          label={messages.panel.pickDataFor(label)}
          icon={<Braces aria-hidden />}
          disabled={disabled}
        />
      }
    >
      <Values
        data={data}
        onPick={(path) => {
          setOpen(open + 1);
          onPick(path);
        }}
      />
    </Popover>
  );
}

function Values({ data, onPick }: Pick<DataPickerProps, 'data' | 'onPick'>) {
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase();
  const rows = dataPaths(data).filter(({ path, shown }) => `${path} ${shown}`.toLowerCase().includes(wanted));
  return (
    <div className="flex min-h-0 flex-col gap-2 p-2">
      <Input
        aria-label={messages.panel.findData}
        placeholder={messages.panel.findData}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <ul className="max-h-64 overflow-y-auto">
        {rows.map(({ path, shown }) => (
          <li key={path}>
            <button
              type="button"
              className="flex w-full flex-col rounded-md px-2 py-1 text-start text-12 hover:bg-surface-2"
              onClick={() => onPick(path)}
            >
              <span className="font-mono wrap-anywhere">{path}</span>
              <span className="truncate text-11 text-fg-2">{shown}</span>
            </button>
          </li>
        ))}
      </ul>
      {rows.length === 0 ? <p className="text-12 text-fg-2">{messages.panel.noData}</p> : null}
    </div>
  );
}
