/** How the document is made: language, time zone, currency, what happens to missing values, engine, file name. */
import {
  Autocomplete,
  Button,
  Indicator,
  Popover,
  SegmentedControl,
  Select,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import type { Defaults } from '../../../api/types.ts';
import type { CallOptions } from '../snippets/call.ts';
import classes from '../workspace/workspace.module.css';
import { CURRENCIES, LOCALES, TIME_ZONES } from './choices.ts';

interface Props {
  readonly options: CallOptions;
  readonly defaults: Defaults | undefined;
  readonly onChange: (options: CallOptions) => void;
  /** The word is shown whatever the width. */
  readonly isRoomy: boolean;
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

export const OptionsButton = ({ options, defaults, onChange, isRoomy }: Props) => {
  const set = (change: CallOptions): void => onChange(tidy({ ...options, ...change }));
  const count = Object.keys(options).length;
  return (
    <Popover width={320} position="bottom-end" shadow="md" withinPortal trapFocus>
      <Indicator disabled={count === 0} size={8} offset={4}>
        <Popover.Target>
          <Button
            variant="default"
            size="xs"
            className={isRoomy ? '' : (classes['roomy'] ?? '')}
            leftSection={<IconAdjustmentsHorizontal size={15} stroke={1.7} />}
            aria-label={count === 0 ? 'Options' : `Options, ${count} set`}
          >
            Options
          </Button>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown>
        <Stack gap="sm">
          <Autocomplete
            label="Language and region"
            placeholder={defaults?.locale ?? 'en-US'}
            data={LOCALES}
            value={options.locale ?? ''}
            onChange={(locale) => set({ locale })}
            comboboxProps={{ withinPortal: false }}
            limit={50}
            openOnFocus={false}
          />
          <Autocomplete
            label="Time zone"
            placeholder={defaults?.timezone ?? 'UTC'}
            data={TIME_ZONES}
            value={options.timezone ?? ''}
            onChange={(timezone) => set({ timezone })}
            comboboxProps={{ withinPortal: false }}
            limit={50}
            openOnFocus={false}
          />
          <Autocomplete
            label="Currency"
            placeholder={defaults?.currency ?? 'USD'}
            data={CURRENCIES}
            value={options.currency ?? ''}
            onChange={(currency) => set({ currency: currency.toUpperCase() })}
            comboboxProps={{ withinPortal: false }}
            limit={50}
            openOnFocus={false}
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
            comboboxProps={{ withinPortal: false }}
          />
          <TextInput
            label="File name"
            placeholder="The template’s name"
            value={options.filename ?? ''}
            onChange={(event) => set({ filename: event.currentTarget.value })}
          />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
};
