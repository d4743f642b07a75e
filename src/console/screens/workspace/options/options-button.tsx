/** How the document is made: language, time zone, currency, what happens to missing values, engine, file name. */
import {
  Button,
  Code,
  Indicator,
  Popover,
  SegmentedControl,
  Select,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useState } from 'react';
import type { Defaults } from '../../../api/settings-types.ts';
import { CurrencyInput, LocaleInput, TimeZoneInput } from '../../../components/regional-inputs.tsx';
import { canonicalLocale, LOCALES } from '../../../components/regions.ts';
import type { CallOptions } from '../snippets/call.ts';
import classes from '../workspace.module.css';

interface Props {
  readonly options: CallOptions;
  readonly defaults: Defaults | undefined;
  readonly onChange: (options: CallOptions) => void;
}

const MISSING = [
  { value: 'empty', label: 'Leave empty' },
  { value: 'keep', label: 'Keep the tag' },
  { value: 'error', label: 'Refuse' },
];

const ENGINES = [
  { value: 'auto', label: 'Automatic' },
  { value: 'native', label: 'Native, fastest' },
  { value: 'libreoffice', label: 'LibreOffice' },
];

/** Lists open inside the popover: a click in one of them is no click outside of it. */
const INSIDE = { withinPortal: false };

/** What is set as it is anyway is left out, so that snippets stay short. */
const tidy = (options: CallOptions): CallOptions =>
  Object.fromEntries(
    Object.entries(options).filter(
      ([name, value]) =>
        value !== undefined &&
        value !== '' &&
        !(name === 'missing' && value === 'empty') &&
        !(name === 'engine' && value === 'auto'),
    ),
  );

export const OptionsButton = ({ options, defaults, onChange }: Props) => {
  const set = (change: CallOptions): void => onChange(tidy({ ...options, ...change }));
  const count = Object.keys(options).length;
  return (
    <Popover width={320} position="bottom-end" shadow="md" withinPortal trapFocus>
      <Indicator disabled={count === 0} size={8} offset={4}>
        <Popover.Target>
          <Button
            variant="default"
            size="xs"
            className={classes['tool'] ?? ''}
            leftSection={<IconAdjustmentsHorizontal size={15} stroke={1.7} />}
            aria-label={count === 0 ? 'Options' : `Options, ${count} set`}
          >
            Options
          </Button>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown>
        <Stack gap="sm">
          <LocaleOption locale={options.locale} defaults={defaults} onChange={(locale) => set({ locale })} />
          <TimeZoneInput
            label="Time zone"
            placeholder={defaults?.timezone ?? 'UTC'}
            value={options.timezone ?? null}
            onChange={(timezone) => set({ timezone: timezone ?? '' })}
            comboboxProps={INSIDE}
          />
          <CurrencyInput
            label="Currency"
            placeholder={defaults?.currency ?? 'USD'}
            value={options.currency ?? null}
            onChange={(currency) => set({ currency: currency ?? '' })}
            comboboxProps={INSIDE}
          />
          <div>
            <Text size="sm" fw={500} mb={4} id="option-missing">
              Values that are missing
            </Text>
            <SegmentedControl
              fullWidth
              size="xs"
              aria-labelledby="option-missing"
              data={MISSING}
              value={options.missing ?? 'empty'}
              onChange={(missing) => set({ missing: missing as NonNullable<CallOptions['missing']> })}
            />
          </div>
          <Select
            label="PDF engine"
            data={ENGINES}
            allowDeselect={false}
            value={options.engine ?? 'auto'}
            onChange={(engine) => set({ engine: (engine ?? 'auto') as NonNullable<CallOptions['engine']> })}
            comboboxProps={INSIDE}
          />
          <TextInput
            label="File name"
            placeholder="The template’s name"
            value={options.filename ?? ''}
            onChange={(event) => set({ filename: event.currentTarget.value })}
          />
          <Others options={options} onChange={onChange} />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
};

const SHOWN: readonly string[] = ['locale', 'timezone', 'currency', 'missing', 'engine', 'filename'];

/** What came with a call or a sample set and has no field here: it holds for the preview, so it is shown. */
const Others = ({ options, onChange }: Pick<Props, 'options' | 'onChange'>) => {
  const others = Object.entries(options).filter(([name]) => !SHOWN.includes(name));
  if (others.length === 0) return null;
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        Others, as they came with the data
      </Text>
      <Stack gap={4} mb={8}>
        {others.map(([name, value]) => (
          <Code key={name} className={classes['other'] ?? ''}>{`${name}: ${JSON.stringify(value)}`}</Code>
        ))}
      </Stack>
      <Button
        size="compact-xs"
        variant="default"
        onClick={() =>
          onChange(Object.fromEntries(Object.entries(options).filter(([name]) => SHOWN.includes(name))))
        }
      >
        Take them away
      </Button>
    </div>
  );
};

interface LocaleProps {
  readonly locale: string | undefined;
  readonly defaults: Defaults | undefined;
  readonly onChange: (locale: string) => void;
}

/** Half a word may be a tag by itself (`ger` of `German`): what is typed counts when it is one of the list, or is left. */
const LocaleOption = ({ locale = '', defaults, onChange }: LocaleProps) => {
  const [typed, setTyped] = useState(locale);
  const done = (text: string): void => {
    const tag = text.trim() === '' ? '' : canonicalLocale(text);
    if (tag === undefined) return;
    setTyped(tag);
    onChange(tag);
  };
  return (
    <LocaleInput
      label="Language and region"
      placeholder={defaults?.locale ?? 'en-US'}
      value={typed}
      onChange={(text) => {
        setTyped(text);
        const listed = LOCALES.find((tag) => tag.toLowerCase() === text.trim().toLowerCase());
        if (text === '' || listed !== undefined) onChange(listed ?? '');
      }}
      onDone={done}
      comboboxProps={INSIDE}
    />
  );
};
